// A program that uses the code of oapi-codegen.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"strings"

	"example.com/program/parley"
)

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("PARLEY_API_KEY"))
		return nil
	}
	client, err := parley.NewClientWithResponses(os.Getenv("PARLEY_URL"), parley.WithRequestEditorFn(authorize))
	check(err)

	name, phone, key := "Meera", os.Getenv("PHONE"), "a-key-of-its-own"
	contact, err := client.CreateContactWithResponse(ctx,
		&parley.CreateContactParams{IdempotencyKey: &key},
		parley.CreateContactJSONRequestBody{Name: &name, PhoneE164: &phone})
	check(err)
	fmt.Println("created", *contact.JSON201.Name)

	limit, count := 1, 0
	params := parley.ListConversationsParams{
		Limit:  &limit,
		Status: &[]parley.ListConversationsParamsStatus{"open", "snoozed"},
	}
	var last parley.Id
	for {
		page, err := client.ListConversationsWithResponse(ctx, &params)
		check(err)
		for _, each := range page.JSON200.Data {
			last = each.Id
			count++
		}
		params.Cursor = page.JSON200.NextCursor
		if params.Cursor == nil {
			break
		}
	}
	fmt.Println("conversations", count)

	text := "Hello"
	sent, err := client.SendMessageWithResponse(ctx, nil,
		parley.SendMessageJSONRequestBody{ConversationId: &last, Message: &text})
	check(err)
	fmt.Println("sent", *sent.JSON201.Text)

	wrong := "no number"
	refused, err := client.CreateContactWithResponse(ctx, nil,
		parley.CreateContactJSONRequestBody{PhoneE164: &wrong})
	check(err)
	if problem := refused.ApplicationproblemJSON4XX; problem.Code == parley.ProblemCodeInvalidPhone {
		fmt.Println("refused", refused.StatusCode())
	}

	body := []byte(os.Getenv("BODY"))
	fmt.Println("verified", verify(body, os.Getenv("SIGNATURE"), os.Getenv("SECRET")))
	var event parley.Event
	check(event.UnmarshalJSON(body))
	value, err := event.ValueByDiscriminator()
	check(err)
	if created, isCreated := value.(parley.ContactCreatedEvent); isCreated {
		fmt.Println("event", *created.Data.Name)
	}
}

func verify(body []byte, header, secret string) bool {
	time, signature, _ := strings.Cut(header, ",v1=")
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strings.TrimPrefix(time, "t=") + "."))
	mac.Write(body)
	expected, err := hex.DecodeString(signature)
	return err == nil && hmac.Equal(mac.Sum(nil), expected)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
