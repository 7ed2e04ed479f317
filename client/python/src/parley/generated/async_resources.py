# Generated from the API description by `npm run clients`. Do not edit.
"""The operations of the API by resource."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Literal

from .. import models
from .._options import OMIT, CallOptions, File, Omit
from .._stream import StreamedEvent
from .._async import AsyncPages, AsyncTransport


class AsyncApiKeys:
    """Operations of api keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_me(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Me:
        """Get the API key of the request. Returns the key, its scopes and its workspace. Use it to test whether a key is valid and what it can do. Any API key can ask, whatever its scopes."""
        result: models.Me = await self._transport.json("GET /api/v1/me", {}, options)
        return result


class AsyncBots:
    """Operations of bots."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_bots(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.BotPage, models.Bot]:
        """List bots. Newest first, with deleted ones, whose names are still needed. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/bots", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_bot(
        self,
        *,
        name: str,
        timeout_seconds: int | None | Omit = OMIT,
        channel_ids: list[models.Id] | None | Omit = OMIT,
        team_ids: list[models.Id] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """Create a bot. A bot answers customers by itself, with API keys that belong to it (`bot_id`). Conversations are assigned to it as to a member. Scope: `admin`.

        Args:
            name: The name that members see.
            timeout_seconds: How long the bot may take to act on a message: to send, to hand over, or to say that it is done. Then the conversation goes to the queue. By default `30`.
            channel_ids: The channels whose new and reopened conversations go to the bot. A channel has at most one bot: it leaves its former one.
            team_ids: The teams whose new and reopened conversations go to the bot, unless their channel has one. A team has at most one bot.
        """
        result: models.Bot = await self._transport.json("POST /api/v1/bots", {"name": name, "timeout_seconds": timeout_seconds, "channel_ids": channel_ids, "team_ids": team_ids}, options)
        return result

    async def get_bot(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """Get a bot. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Bot = await self._transport.json("GET /api/v1/bots/{id}", {"id": id}, options)
        return result

    async def update_bot(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        is_on: bool | Omit = OMIT,
        timeout_seconds: int | Omit = OMIT,
        channel_ids: list[models.Id] | Omit = OMIT,
        team_ids: list[models.Id] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """Update a bot. Only the fields you send are updated. The bot keeps the conversations it has. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            name: The name that members see.
            is_on: Whether the bot is on. Switching it on resets the count of its time-outs.
            timeout_seconds: How long the bot may take to act on a message: to send, to hand over, or to say that it is done. Then the conversation goes to the queue. By default `30`.
            channel_ids: The channels whose new and reopened conversations go to the bot. A channel has at most one bot: it leaves its former one.
            team_ids: The teams whose new and reopened conversations go to the bot, unless their channel has one. A team has at most one bot.
        """
        result: models.Bot = await self._transport.json("PATCH /api/v1/bots/{id}", {"id": id, "name": name, "is_on": is_on, "timeout_seconds": timeout_seconds, "channel_ids": channel_ids, "team_ids": team_ids}, options)
        return result

    async def delete_bot(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a bot. Its API keys are revoked, and its conversations go to the queue. What it wrote keeps its name. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/bots/{id}", {"id": id}, options)

    async def hand_over_conversation(
        self,
        *,
        id: str,
        to: models.HandOverConversationTo,
        reason: str | None | Omit = OMIT,
        summary: str | None | Omit = OMIT,
        holder_version: int | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Conversation:
        """Hand a conversation over. Gives the conversation to the queue, a team, a member or a bot, with a summary. A bot must hold the conversation; messages that it sent before are still sent. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
            reason: Why, in a few words. Shown in the thread.
            summary: What was said so far, for whoever goes on. Shown in the thread, and added as a note.
            holder_version: For bots: `held_by.version` of the conversation as the bot saw it. If it was handed over since, this is refused (`not_holder`).
        """
        result: models.Conversation = await self._transport.json("POST /api/v1/chats/{id}/hand-over", {"id": id, "to": to, "reason": reason, "summary": summary, "holder_version": holder_version}, options)
        return result

    async def finish_bot_turn(
        self,
        *,
        id: str,
        holder_version: int | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Conversation:
        """Say that no answer is needed. For the bot that holds the conversation. Without an answer, a hand-over or this, it loses the conversation after its time-out. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
            holder_version: For bots: `held_by.version` of the conversation as the bot saw it. If it was handed over since, this is refused (`not_holder`).
        """
        result: models.Conversation = await self._transport.json("POST /api/v1/chats/{id}/done", {"id": id, "holder_version": holder_version}, options)
        return result


class AsyncBulkActions:
    """Operations of bulk actions."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_conversation_bulk_action(
        self,
        *,
        action: Literal["close", "reopen", "snooze", "assign", "set_team", "set_priority", "add_participant", "remove_participant", "tag", "untag", "mark_read", "mark_unread"],
        ids: list[models.Id] | None | Omit = OMIT,
        filter: models.ConversationFilter | None | Omit = OMIT,
        except_ids: list[models.Id] | None | Omit = OMIT,
        assignee_id: str | None | Omit = OMIT,
        team_id: str | None | Omit = OMIT,
        priority: Literal["low", "medium", "high", "urgent"] | None | Omit = OMIT,
        member_id: str | None | Omit = OMIT,
        tag_id: str | None | Omit = OMIT,
        snoozed_until: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.BulkAction:
        """Change many conversations. Changes those in `ids`, or all that match `filter` when the request arrives. Up to 100 are changed before the response; more are changed in the background, and the response has the status `running`. What cannot be changed is skipped and counted. Scope: `chats:write`.

        Args:
            ids: The items to change. Send this or `filter`.
            filter: Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything.
            except_ids: Items that match the filter and are not to be changed.
            assignee_id: For `assign`: a membership, or for conversations a bot. Null unassigns.
            team_id: For `set_team`: the id of the team. Null removes the items from their team.
            priority: For `set_priority`. Null removes the priority.
            member_id: For `add_participant` and `remove_participant`: a membership.
            tag_id: For `tag` and `untag`: the id of the tag.
            snoozed_until: For `snooze`: when the conversations reopen. Must be in the future.
        """
        result: models.BulkAction = await self._transport.json("POST /api/v1/chats/bulk-actions", {"action": action, "ids": ids, "filter": filter, "except_ids": except_ids, "assignee_id": assignee_id, "team_id": team_id, "priority": priority, "member_id": member_id, "tag_id": tag_id, "snoozed_until": snoozed_until}, options)
        return result

    def list_conversation_bulk_actions(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        status: Literal["running", "completed", "canceled", "undoing", "undone"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.BulkActionPage, models.BulkAction]:
        """List bulk actions on conversations. Newest first. Bulk actions are deleted after 7 days. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            status: Only bulk actions with this status.
        """
        return self._transport.pages("GET /api/v1/chats/bulk-actions", {"limit": limit, "cursor": cursor, "status": status}, "cursor", options)

    async def count_matching_conversations(
        self,
        *,
        status: list[Literal["open", "snoozed", "closed"]] | str | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        person_id: models.Id | Omit = OMIT,
        assignee_id: str | Omit = OMIT,
        team_id: models.Id | models.NoneOrMine | Omit = OMIT,
        tag_id: models.Id | Omit = OMIT,
        priority: list[Literal["low", "medium", "high", "urgent", "none"]] | str | Omit = OMIT,
        holder: list[Literal["workspace", "platform_agent", "another_app", "unknown_app"]] | str | Omit = OMIT,
        sla: list[Literal["on_time", "at_risk", "breached"]] | str | Omit = OMIT,
        unread: bool | Omit = OMIT,
        waiting: bool | Omit = OMIT,
        mentioned: bool | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        updated_since: str | Omit = OMIT,
        q: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.MatchCount:
        """Count conversations that match. Returns how many a bulk action with these filters would select now. Scope: `chats:read`.

        Args:
            status: One or more of open, snoozed, closed, separated by commas.
            channel_id: A UUID.
            person_id: A UUID.
            assignee_id: The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member).
            team_id: The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member).
            tag_id: A UUID.
            priority: One or more of low, medium, high, urgent, none, separated by commas.
            holder: Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas.
            sla: Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more of on_time, at_risk, breached, separated by commas.
            unread: `true` returns only conversations with unread messages, `false` only those without.
            waiting: `true` returns only conversations whose customer waits for an answer, `false` only the others.
            mentioned: Only conversations with a note that mentions the signed-in member.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            updated_since: Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset.
            q: Matches part of the contact's name, phone number, email address or username.
        """
        result: models.MatchCount = await self._transport.json("GET /api/v1/chats/matches", {"status": status, "channel_id": channel_id, "person_id": person_id, "assignee_id": assignee_id, "team_id": team_id, "tag_id": tag_id, "priority": priority, "holder": holder, "sla": sla, "unread": unread, "waiting": waiting, "mentioned": mentioned, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "updated_since": updated_since, "q": q}, options)
        return result

    async def create_ticket_bulk_action(
        self,
        *,
        action: Literal["assign", "set_team", "set_type", "set_status", "set_priority", "set_due", "tag", "untag"],
        ids: list[models.Id] | None | Omit = OMIT,
        filter: models.TicketFilter | None | Omit = OMIT,
        except_ids: list[models.Id] | None | Omit = OMIT,
        assignee_id: str | None | Omit = OMIT,
        team_id: str | None | Omit = OMIT,
        status: Literal["open", "pending", "solved", "closed"] | None | Omit = OMIT,
        priority: Literal["low", "medium", "high", "urgent"] | None | Omit = OMIT,
        due_at: str | None | Omit = OMIT,
        type_id: str | None | Omit = OMIT,
        tag_id: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.BulkAction:
        """Change many tickets. Changes those in `ids`, or all that match `filter` when the request arrives. Up to 100 are changed before the response; more are changed in the background, and the response has the status `running`. What cannot be changed is skipped and counted. Scope: `tickets:write`.

        Args:
            ids: The items to change. Send this or `filter`.
            filter: Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything.
            except_ids: Items that match the filter and are not to be changed.
            assignee_id: For `assign`: a membership, or for conversations a bot. Null unassigns.
            team_id: For `set_team`: the id of the team. Null removes the items from their team.
            status: For `set_status`.
            priority: For `set_priority`.
            due_at: For `set_due`. Null removes the due time.
            type_id: For `set_type`: the id of the type. Null removes the type.
            tag_id: For `tag` and `untag`: the id of the tag.
        """
        result: models.BulkAction = await self._transport.json("POST /api/v1/tickets/bulk-actions", {"action": action, "ids": ids, "filter": filter, "except_ids": except_ids, "assignee_id": assignee_id, "team_id": team_id, "status": status, "priority": priority, "due_at": due_at, "type_id": type_id, "tag_id": tag_id}, options)
        return result

    def list_ticket_bulk_actions(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        status: Literal["running", "completed", "canceled", "undoing", "undone"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.BulkActionPage, models.BulkAction]:
        """List bulk actions on tickets. Newest first. Bulk actions are deleted after 7 days. Scope: `tickets:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            status: Only bulk actions with this status.
        """
        return self._transport.pages("GET /api/v1/tickets/bulk-actions", {"limit": limit, "cursor": cursor, "status": status}, "cursor", options)

    async def count_matching_tickets(
        self,
        *,
        status: list[Literal["open", "pending", "solved", "closed"]] | str | Omit = OMIT,
        priority: list[Literal["low", "medium", "high", "urgent"]] | str | Omit = OMIT,
        assignee_id: models.Id | models.NoneOrMe | Omit = OMIT,
        team_id: models.Id | models.NoneOrMine | Omit = OMIT,
        person_id: models.Id | Omit = OMIT,
        conversation_id: models.Id | Omit = OMIT,
        tag_id: models.Id | Omit = OMIT,
        sla: list[Literal["on_time", "at_risk", "breached"]] | str | Omit = OMIT,
        follower_id: models.Id | Literal["me"] | Omit = OMIT,
        type_id: models.Id | Literal["none"] | Omit = OMIT,
        overdue: bool | Omit = OMIT,
        has_due_time: bool | Omit = OMIT,
        due_before: str | Omit = OMIT,
        fields: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        updated_since: str | Omit = OMIT,
        q: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.MatchCount:
        """Count tickets that match. Returns how many a bulk action with these filters would select now. Scope: `tickets:read`.

        Args:
            status: One or more of open, pending, solved, closed, separated by commas.
            priority: One or more of low, medium, high, urgent, separated by commas.
            assignee_id: The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member).
            team_id: The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member).
            person_id: A UUID.
            conversation_id: A UUID.
            tag_id: A UUID.
            sla: Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more of on_time, at_risk, breached, separated by commas.
            follower_id: The id of a membership, or `me`: only tickets that this member follows.
            type_id: The id of a ticket type, or `none`.
            overdue: `true` returns only open and pending tickets that are past their due time.
            has_due_time: `false` returns only tickets without a due time.
            due_before: An RFC 3339 timestamp with any UTC offset.
            fields: Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            updated_since: Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset.
            q: Matches part of the title, or a ticket number such as 12 or #12.
        """
        result: models.MatchCount = await self._transport.json("GET /api/v1/tickets/matches", {"status": status, "priority": priority, "assignee_id": assignee_id, "team_id": team_id, "person_id": person_id, "conversation_id": conversation_id, "tag_id": tag_id, "sla": sla, "follower_id": follower_id, "type_id": type_id, "overdue": overdue, "has_due_time": has_due_time, "due_before": due_before, "fields": fields, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "updated_since": updated_since, "q": q}, options)
        return result

    async def create_contact_bulk_action(
        self,
        *,
        action: Literal["erase", "merge"],
        ids: list[models.Id] | None | Omit = OMIT,
        filter: models.ContactFilter | None | Omit = OMIT,
        except_ids: list[models.Id] | None | Omit = OMIT,
        survivor_id: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.BulkAction:
        """Change many contacts. Changes those in `ids`, or all that match `filter` when the request arrives. They are erased or merged one after the other in the background. `erase` requires an admin or a key with the scope `admin`, because nothing restores an erased contact. What cannot be changed is skipped and counted. Scope: `contacts:write`.

        Args:
            ids: The items to change. Send this or `filter`.
            filter: Changes everything that matches now, up to 50,000 items, with the filters of the list. An empty object matches everything.
            except_ids: Items that match the filter and are not to be changed.
            survivor_id: For `merge`: the contact that stays. Those in `ids`, at most 9, are merged into it one after another, the oldest first; each fills the fields that are still empty.
        """
        result: models.BulkAction = await self._transport.json("POST /api/v1/contacts/bulk-actions", {"action": action, "ids": ids, "filter": filter, "except_ids": except_ids, "survivor_id": survivor_id}, options)
        return result

    def list_contact_bulk_actions(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        status: Literal["running", "completed", "canceled", "undoing", "undone"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.BulkActionPage, models.BulkAction]:
        """List bulk actions on contacts. Newest first. Bulk actions are deleted after 7 days. Scope: `contacts:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            status: Only bulk actions with this status.
        """
        return self._transport.pages("GET /api/v1/contacts/bulk-actions", {"limit": limit, "cursor": cursor, "status": status}, "cursor", options)

    async def count_matching_contacts(
        self,
        *,
        q: str | Omit = OMIT,
        phone_e164: str | Omit = OMIT,
        email: str | Omit = OMIT,
        username: str | Omit = OMIT,
        source: str | Omit = OMIT,
        campaign: str | Omit = OMIT,
        language: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        created_since: str | Omit = OMIT,
        created_until: str | Omit = OMIT,
        seen_since: str | Omit = OMIT,
        blocked: bool | Omit = OMIT,
        opted_out: bool | Omit = OMIT,
        fields: str | Omit = OMIT,
        has: Literal["phone", "email"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.MatchCount:
        """Count contacts that match. Returns how many a bulk action with these filters would select now. Scope: `contacts:read`.

        Args:
            q: Matches part of the name, phone number, email address or username.
            phone_e164: Only contacts with this phone number.
            email: Only contacts with this email address, in upper or lower case.
            username: The name that a contact chose on a platform, with or without the at sign.
            source: Only contacts from this source, such as `form` or `import`.
            campaign: Only contacts of this campaign, as the contact names it.
            language: Only contacts with this language. `pt` also finds `pt-BR`.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_since: Alias of `created_after`. An RFC 3339 timestamp with any UTC offset.
            created_until: Alias of `created_before`. An RFC 3339 timestamp with any UTC offset.
            seen_since: Last seen at or after this time. An RFC 3339 timestamp with any UTC offset.
            blocked: Only blocked contacts, or only others.
            opted_out: Only contacts that are opted out of marketing messages, or only others.
            fields: Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included.
            has: Only contacts with a phone number or with an email address.
        """
        result: models.MatchCount = await self._transport.json("GET /api/v1/contacts/matches", {"q": q, "phone_e164": phone_e164, "email": email, "username": username, "source": source, "campaign": campaign, "language": language, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "created_since": created_since, "created_until": created_until, "seen_since": seen_since, "blocked": blocked, "opted_out": opted_out, "fields": fields, "has": has}, options)
        return result

    async def get_bulk_action(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.BulkAction:
        """Get a bulk action. Includes its progress. Scope: `chats:read` or `contacts:read` or `tickets:read`, for what the id leads to.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.BulkAction = await self._transport.json("GET /api/v1/bulk-actions/{id}", {"id": id}, options)
        return result

    def list_bulk_action_items(
        self,
        *,
        id: str,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        result: Literal["pending", "done", "skipped", "failed", "undone", "kept"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.BulkActionItemPage, models.BulkActionItem]:
        """List the items of a bulk action. Each with its result, by id. Scope: `chats:read` or `contacts:read` or `tickets:read`, for what the id leads to.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            result: Only items with this result.
            id: The id of the resource, a UUID.
        """
        return self._transport.pages("GET /api/v1/bulk-actions/{id}/items", {"limit": limit, "cursor": cursor, "result": result, "id": id}, "cursor", options)

    async def cancel_bulk_action(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.BulkAction:
        """Cancel a bulk action. Changes no more items. Those that were changed stay changed. Scope: `chats:write` or `contacts:write` or `tickets:write`, for what the id leads to.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.BulkAction = await self._transport.json("POST /api/v1/bulk-actions/{id}/cancel", {"id": id}, options)
        return result

    async def undo_bulk_action(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.BulkAction:
        """Undo a bulk action. Restores the previous values, except of items that have been changed since. A running action is stopped first. More than 100 items are restored in the background. Merges are undone in reverse order, except of those on which a later merge depends. Erasures cannot be undone. Scope: `chats:write` or `contacts:write` or `tickets:write`, for what the id leads to.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.BulkAction = await self._transport.json("POST /api/v1/bulk-actions/{id}/undo", {"id": id}, options)
        return result


class AsyncChannels:
    """Operations of channels."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_channels(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        type: list[Literal["whatsapp", "messenger", "instagram", "web_chat"]] | str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ChannelPage, models.Channel]:
        """List channels. Returns the connected numbers and accounts, also those that were disconnected, newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            type: One or more of whatsapp, messenger, instagram, web_chat, separated by commas.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
        """
        return self._transport.pages("GET /api/v1/channels", {"limit": limit, "cursor": cursor, "type": type, "created_after": created_after, "created_before": created_before}, "cursor", options)

    async def get_channel(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Channel:
        """Get a channel. Returns a connected number or account, and what it can send. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Channel = await self._transport.json("GET /api/v1/channels/{id}", {"id": id}, options)
        return result


class AsyncContacts:
    """Operations of contacts."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_custom_fields(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        applies_to: Literal["contact", "ticket"] | Omit = OMIT,
        archived: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.CustomFieldPage, models.CustomField]:
        """List custom fields. The definitions of custom fields of contacts and tickets, newest first. Scope: `contacts:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            applies_to: Only fields of contacts, or of tickets.
            archived: Only archived fields, or only others.
        """
        return self._transport.pages("GET /api/v1/custom-fields", {"limit": limit, "cursor": cursor, "applies_to": applies_to, "archived": archived}, "cursor", options)

    async def create_custom_field(
        self,
        *,
        key: str,
        type: Literal["text", "number", "date", "boolean", "choice"],
        applies_to: Literal["contact", "ticket"] | None | Omit = OMIT,
        label: str | None | Omit = OMIT,
        choices: list[str] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.CustomField:
        """Create a custom field. Defines a custom field of contacts or tickets. From then on, its values must have its type, and lists can be filtered by it. Scope: `contacts:write`.

        Args:
            key: The field's name in `fields` of contacts or tickets, which cannot be changed later. Values that they already have under this name stay.
            applies_to: Cannot be changed later. Keys and labels are unique for each. By default `contact`.
            label: The name that members see, the key by default. Unique among fields that are not archived.
            type: The type of the values, which cannot be changed later.
            choices: The values of the type `choice`, in the order in which they are offered.
        """
        result: models.CustomField = await self._transport.json("POST /api/v1/custom-fields", {"key": key, "applies_to": applies_to, "label": label, "type": type, "choices": choices}, options)
        return result

    async def update_custom_field(
        self,
        *,
        id: str,
        label: str | Omit = OMIT,
        choices: list[str] | Omit = OMIT,
        archived: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.CustomField:
        """Update a custom field. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
            label: The name that members see. Unique among fields that are not archived.
            choices: Replaces the choices. Contacts keep values that are no longer a choice.
            archived: Whether the field is archived. False restores it.
        """
        result: models.CustomField = await self._transport.json("PATCH /api/v1/custom-fields/{id}", {"id": id, "label": label, "choices": choices, "archived": archived}, options)
        return result

    async def archive_custom_field(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Archive a custom field. Its values stay, and then can be any text. `PATCH` with `archived: false` restores it. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/custom-fields/{id}", {"id": id}, options)

    async def create_contact(
        self,
        *,
        name: str | None | Omit = OMIT,
        phone_e164: str | None | Omit = OMIT,
        phone: str | None | Omit = OMIT,
        email: str | None | Omit = OMIT,
        source: str | None | Omit = OMIT,
        campaign: str | None | Omit = OMIT,
        language: str | None | Omit = OMIT,
        fields: dict[str, str | float | bool | None] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.CreatedContact:
        """Create a contact. Scope: `contacts:write`.

        Args:
            name: Up to 200 characters as people count them: an emoji is one.
            phone_e164: Ten-digit Indian numbers get the prefix +91.
            phone: Alias of `phone_e164`.
            email: An email address of up to 254 characters, also as `mailto:` or as `Name <address>`. Its domain may be of any script.
            source: By default `api`.
            campaign: Up to 200 characters as people count them: an emoji is one.
            language: The language of the contact, as a tag such as `en` or `pt-BR`.
            fields: Custom fields by name. The values of defined fields must have their type; other names take any text. A contact that exists already keeps its values, and gets those it does not have.
        """
        result: models.CreatedContact = await self._transport.json("POST /api/v1/contacts", {"name": name, "phone_e164": phone_e164, "phone": phone, "email": email, "source": source, "campaign": campaign, "language": language, "fields": fields}, options)
        return result

    def list_contacts(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        q: str | Omit = OMIT,
        phone_e164: str | Omit = OMIT,
        email: str | Omit = OMIT,
        username: str | Omit = OMIT,
        source: str | Omit = OMIT,
        campaign: str | Omit = OMIT,
        language: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        created_since: str | Omit = OMIT,
        created_until: str | Omit = OMIT,
        seen_since: str | Omit = OMIT,
        blocked: bool | Omit = OMIT,
        opted_out: bool | Omit = OMIT,
        fields: str | Omit = OMIT,
        has: Literal["phone", "email"] | Omit = OMIT,
        ids: str | Omit = OMIT,
        sort: Literal["updated", "created", "name"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ListedContactPage, models.ListedContact]:
        """List contacts. Most recently changed first by default. Contacts that were merged into another one are not listed. Scope: `contacts:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            q: Matches part of the name, phone number, email address or username.
            phone_e164: Only contacts with this phone number.
            email: Only contacts with this email address, in upper or lower case.
            username: The name that a contact chose on a platform, with or without the at sign.
            source: Only contacts from this source, such as `form` or `import`.
            campaign: Only contacts of this campaign, as the contact names it.
            language: Only contacts with this language. `pt` also finds `pt-BR`.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_since: Alias of `created_after`. An RFC 3339 timestamp with any UTC offset.
            created_until: Alias of `created_before`. An RFC 3339 timestamp with any UTC offset.
            seen_since: Last seen at or after this time. An RFC 3339 timestamp with any UTC offset.
            blocked: Only blocked contacts, or only others.
            opted_out: Only contacts that are opted out of marketing messages, or only others.
            fields: Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included.
            has: Only contacts with a phone number or with an email address.
            ids: Up to 100 ids, separated by commas. The id of a merged contact returns the contact it was merged into.
            sort: `updated`: most recently changed first. `created`: newest first. `name`: in alphabetical order.
        """
        return self._transport.pages("GET /api/v1/contacts", {"limit": limit, "cursor": cursor, "q": q, "phone_e164": phone_e164, "email": email, "username": username, "source": source, "campaign": campaign, "language": language, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "created_since": created_since, "created_until": created_until, "seen_since": seen_since, "blocked": blocked, "opted_out": opted_out, "fields": fields, "has": has, "ids": ids, "sort": sort}, "cursor", options)

    async def create_contacts(
        self,
        *,
        items: list[models.NewContactsItem],
        options: CallOptions | None = None,
    ) -> models.ContactBatchResults:
        """Create many contacts. Creates up to 100 contacts, each as `POST /api/v1/contacts` does. The response has a result for each item, in their order; an item that fails changes nothing of the others. Each item counts towards the rate limit. Scope: `contacts:write`.

        Args:
            items: Each is done on its own: one that fails changes nothing of the others.
        """
        result: models.ContactBatchResults = await self._transport.json("POST /api/v1/contacts/batch", {"items": items}, options)
        return result

    async def export_contacts(
        self,
        *,
        q: str | Omit = OMIT,
        phone_e164: str | Omit = OMIT,
        email: str | Omit = OMIT,
        username: str | Omit = OMIT,
        source: str | Omit = OMIT,
        campaign: str | Omit = OMIT,
        language: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        created_since: str | Omit = OMIT,
        created_until: str | Omit = OMIT,
        seen_since: str | Omit = OMIT,
        blocked: bool | Omit = OMIT,
        opted_out: bool | Omit = OMIT,
        fields: str | Omit = OMIT,
        has: Literal["phone", "email"] | Omit = OMIT,
        ids: str | Omit = OMIT,
        except_ids: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export contacts. Returns all contacts that match the filters, newest first. Cells are escaped so that spreadsheets do not run them as formulas. Scope: `contacts:read`. A session must be fresh.

        Args:
            q: Matches part of the name, phone number, email address or username.
            phone_e164: Only contacts with this phone number.
            email: Only contacts with this email address, in upper or lower case.
            username: The name that a contact chose on a platform, with or without the at sign.
            source: Only contacts from this source, such as `form` or `import`.
            campaign: Only contacts of this campaign, as the contact names it.
            language: Only contacts with this language. `pt` also finds `pt-BR`.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_since: Alias of `created_after`. An RFC 3339 timestamp with any UTC offset.
            created_until: Alias of `created_before`. An RFC 3339 timestamp with any UTC offset.
            seen_since: Last seen at or after this time. An RFC 3339 timestamp with any UTC offset.
            blocked: Only blocked contacts, or only others.
            opted_out: Only contacts that are opted out of marketing messages, or only others.
            fields: Only contacts with these values of defined custom fields, such as `plan:gold,silver;age:18..30`. Values are separated by commas, fields by semicolons; a backslash before one of `,;:` makes it part of the text. Numbers and dates also take ranges: `18..30`, `18..` or `..30`, both ends included.
            has: Only contacts with a phone number or with an email address.
            ids: Up to 100 ids, separated by commas. The id of a merged contact returns the contact it was merged into.
            except_ids: Up to 100 ids, separated by commas: contacts to leave out.
        """
        return await self._transport.text("GET /api/v1/contacts/export.csv", {"q": q, "phone_e164": phone_e164, "email": email, "username": username, "source": source, "campaign": campaign, "language": language, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "created_since": created_since, "created_until": created_until, "seen_since": seen_since, "blocked": blocked, "opted_out": opted_out, "fields": fields, "has": has, "ids": ids, "except_ids": except_ids}, options)

    async def export_selected_contacts(
        self,
        *,
        ids: list[models.Id] | None | Omit = OMIT,
        except_ids: list[models.Id] | None | Omit = OMIT,
        filter: models.ContactFilter | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export selected contacts. Works like the GET. Its body takes thousands of ids. Scope: `contacts:read`. A session must be fresh.

        Args:
            ids: Only these items.
            except_ids: Items to leave out.
            filter: The filters of the list. Without filters, everything matches.
        """
        return await self._transport.text("POST /api/v1/contacts/export.csv", {"ids": ids, "except_ids": except_ids, "filter": filter}, options)

    async def get_contact(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Contact:
        """Get a contact. The id of a merged contact returns the contact it was merged into. Scope: `contacts:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Contact = await self._transport.json("GET /api/v1/contacts/{id}", {"id": id}, options)
        return result

    async def update_contact(
        self,
        *,
        id: str,
        name: str | None | Omit = OMIT,
        phone_e164: str | None | Omit = OMIT,
        phone: str | None | Omit = OMIT,
        email: str | None | Omit = OMIT,
        campaign: str | None | Omit = OMIT,
        language: str | None | Omit = OMIT,
        fields: dict[str, str | float | bool | None] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Contact:
        """Update a contact. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
            name: Up to 200 characters as people count them: an emoji is one.
            email: An email address of up to 254 characters, also as `mailto:` or as `Name <address>`. Its domain may be of any script.
            campaign: Up to 200 characters as people count them: an emoji is one.
            language: The language of the contact, as a tag such as `en` or `pt-BR`.
            fields: Only the fields you send are updated; null removes a field. The values of defined fields must have their type; other names take any text.
        """
        result: models.Contact = await self._transport.json("PATCH /api/v1/contacts/{id}", {"id": id, "name": name, "phone_e164": phone_e164, "phone": phone, "email": email, "campaign": campaign, "language": language, "fields": fields}, options)
        return result

    async def create_contact_note(
        self,
        *,
        id: str,
        text: str,
        options: CallOptions | None = None,
    ) -> models.TimelineEntry:
        """Add a note to a contact's timeline. Notes are internal. Customers never see them. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.TimelineEntry = await self._transport.json("POST /api/v1/contacts/{id}/notes", {"id": id, "text": text}, options)
        return result

    def list_timeline(
        self,
        *,
        id: str,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        type: list[Literal["lead", "ticket", "note", "form", "identity_conflict", "identity_change", "preference", "merge", "message"]] | str | Omit = OMIT,
        kinds: list[Literal["lead", "ticket", "note", "form", "identity_conflict", "identity_change", "preference", "merge", "message"]] | str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.TimelineEntryPage, models.TimelineEntry]:
        """List a contact's timeline. Newest first. Scope: `contacts:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            type: All kinds by default, or one or more of the values, separated by commas.
            kinds: Alias of `type`: one or more of the values, separated by commas.
            id: The id of the resource, a UUID.
        """
        return self._transport.pages("GET /api/v1/contacts/{id}/timeline", {"limit": limit, "cursor": cursor, "type": type, "kinds": kinds, "id": id}, "cursor", options)

    async def preview_merge(
        self,
        *,
        other_id: models.Id,
        id: str,
        options: CallOptions | None = None,
    ) -> models.MergePreview:
        """Preview a merge of two contacts. Scope: `contacts:read`.

        Args:
            other_id: A UUID.
            id: The id of the resource, a UUID.
        """
        result: models.MergePreview = await self._transport.json("GET /api/v1/contacts/{id}/merge-preview", {"other_id": other_id, "id": id}, options)
        return result

    async def merge_contacts(
        self,
        *,
        id: str,
        other_id: str,
        fields: dict[str, Literal["this", "other"]] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.ContactMerge:
        """Merge another contact into this one. Moves the other contact's conversations, tickets, timeline and identities to this contact. The other contact's id keeps working and returns this contact. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
            other_id: The contact to merge into this one.
            fields: Which contact's value to keep, for each of `name`, `phone_e164`, `email`, `source`, `campaign`, `language` and `fields.<name>`. Keeps this contact's value by default, if it has one.
        """
        result: models.ContactMerge = await self._transport.json("POST /api/v1/contacts/{id}/merge", {"id": id, "other_id": other_id, "fields": fields}, options)
        return result

    async def undo_merge(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.ContactMerge:
        """Undo a merge. Restores both contacts. What was added after the merge stays with the surviving contact. Undo several merges of a contact in reverse order. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.ContactMerge = await self._transport.json("POST /api/v1/contacts/merges/{id}/undo", {"id": id}, options)
        return result

    async def block_contact(
        self,
        *,
        id: str,
        reason: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Contact:
        """Block a contact. Closes the conversations of the contact. Its new messages are stored in them, but they stay closed and read, and there is no `message.received`. Nothing can be sent to the contact. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
            reason: Why the contact is blocked, for your team. The contact never sees it.
        """
        result: models.Contact = await self._transport.json("POST /api/v1/contacts/{id}/block", {"id": id, "reason": reason}, options)
        return result

    async def unblock_contact(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Contact:
        """Unblock a contact. Its conversations stay closed until it writes again, or you open them. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Contact = await self._transport.json("POST /api/v1/contacts/{id}/unblock", {"id": id}, options)
        return result

    def list_imports(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ImportPage, models.Import]:
        """List imports. Newest first. Scope: `contacts:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/imports", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_import(
        self,
        *,
        file: File,
        options: CallOptions | None = None,
    ) -> models.Import:
        """Upload contacts to import. Stores the file without importing it. The response lists the columns and suggests a mapping, with the reasons, from the names and the values of the columns. Check the import next, then start it. Scope: `contacts:write`.

        Args:
            file: A CSV file with a header row, up to 20 MiB and 200,000 rows, separated by commas, semicolons, tabs or vertical bars, in UTF-8, UTF-16 or an older encoding of Windows.
        """
        result: models.Import = await self._transport.upload("POST /api/v1/imports", {"file": file}, options)
        return result

    async def get_import(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Import:
        """Get an import. Includes its progress. Scope: `contacts:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Import = await self._transport.json("GET /api/v1/imports/{id}", {"id": id}, options)
        return result

    async def check_import(
        self,
        *,
        id: str,
        mapping: dict[str, str] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Import:
        """Check an import. Starts a dry run: counts the contacts it would create and stores the first 1,000 rows it would reject. `status` becomes `checked` when it is done. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
            mapping: Maps each column to `name`, `first_name`, `middle_name`, `last_name`, `phone_e164`, `phone_international`, `country_code`, `email`, `source`, `campaign`, `language` or `fields.<name>`. A `language` is a tag or a name; one that is neither is kept as a custom field. Several columns can be mapped to `phone_e164`, `phone_international` and `email`: the contact gets all of them, and the best for messages, such as a mobile number, becomes its `phone_e164`. `phone_international` is the same for numbers that have their country code, also without the plus sign. `country_code` is the country of phone numbers without a country code: a calling code, an ISO 3166-1 code or a name; a cell that is no calling code is also kept as a custom field. Columns that are not mapped are ignored.
        """
        result: models.Import = await self._transport.json("POST /api/v1/imports/{id}/check", {"id": id, "mapping": mapping}, options)
        return result

    async def start_import(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Import:
        """Start an import. It must have been checked. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Import = await self._transport.json("POST /api/v1/imports/{id}/start", {"id": id}, options)
        return result

    async def cancel_import(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Import:
        """Cancel an import. What was read in stays. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Import = await self._transport.json("POST /api/v1/imports/{id}/cancel", {"id": id}, options)
        return result

    def list_import_rejects(
        self,
        *,
        id: str,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ImportRejectPage, models.ImportReject]:
        """List rejected rows of an import. In file order. Scope: `contacts:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            id: The id of the resource, a UUID.
        """
        return self._transport.pages("GET /api/v1/imports/{id}/rejects", {"limit": limit, "cursor": cursor, "id": id}, "cursor", options)

    async def export_import_rejects(
        self,
        *,
        id: str,
        language: Literal["en", "hi"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export rejected rows of an import. Each row includes the reason, so that you can correct the rows and upload them again. Scope: `contacts:read`.

        Args:
            language: The language of the names and the contents of the two added columns.
            id: The id of the resource, a UUID.
        """
        return await self._transport.text("GET /api/v1/imports/{id}/rejects.csv", {"language": language, "id": id}, options)

    async def opt_out_contact(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Contact:
        """Opt a contact out of marketing. From then on, marketing templates to the contact are refused with 409 `contact_opted_out`, also queued ones. Other messages can be sent. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Contact = await self._transport.json("POST /api/v1/contacts/{id}/opt-out", {"id": id}, options)
        return result

    async def opt_in_contact(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Contact:
        """Opt a contact in to marketing again. Only with the consent of the contact. If it opted out at the platform, the platform keeps refusing marketing messages. Scope: `contacts:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Contact = await self._transport.json("POST /api/v1/contacts/{id}/opt-in", {"id": id}, options)
        return result


class AsyncConversations:
    """Operations of conversations."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_conversations(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        sort: Literal["activity", "waiting", "sla"] | Omit = OMIT,
        status: list[Literal["open", "snoozed", "closed"]] | str | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        person_id: models.Id | Omit = OMIT,
        assignee_id: str | Omit = OMIT,
        team_id: models.Id | models.NoneOrMine | Omit = OMIT,
        tag_id: models.Id | Omit = OMIT,
        priority: list[Literal["low", "medium", "high", "urgent", "none"]] | str | Omit = OMIT,
        holder: list[Literal["workspace", "platform_agent", "another_app", "unknown_app"]] | str | Omit = OMIT,
        sla: list[Literal["on_time", "at_risk", "breached"]] | str | Omit = OMIT,
        unread: bool | Omit = OMIT,
        waiting: bool | Omit = OMIT,
        mentioned: bool | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        updated_since: str | Omit = OMIT,
        q: str | Omit = OMIT,
        expand: list[Literal["contact"]] | str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ExpandedConversationPage, models.ExpandedConversation]:
        """List conversations. Most recent activity first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            sort: `activity`: most recent activity first. `waiting`: longest wait for an answer first, and only conversations whose customer waits. `sla`: the SLA target that is due first comes first, and only conversations with a target that runs or is overdue.
            status: One or more of open, snoozed, closed, separated by commas.
            channel_id: A UUID.
            person_id: A UUID.
            assignee_id: The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member).
            team_id: The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member).
            tag_id: A UUID.
            priority: One or more of low, medium, high, urgent, none, separated by commas.
            holder: Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas.
            sla: Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more of on_time, at_risk, breached, separated by commas.
            unread: `true` returns only conversations with unread messages, `false` only those without.
            waiting: `true` returns only conversations whose customer waits for an answer, `false` only the others.
            mentioned: Only conversations with a note that mentions the signed-in member.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            updated_since: Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset.
            q: Matches part of the contact's name, phone number, email address or username.
            expand: Also returns, each as a field of its name, one or more of contact, separated by commas.
        """
        return self._transport.pages("GET /api/v1/chats", {"limit": limit, "cursor": cursor, "sort": sort, "status": status, "channel_id": channel_id, "person_id": person_id, "assignee_id": assignee_id, "team_id": team_id, "tag_id": tag_id, "priority": priority, "holder": holder, "sla": sla, "unread": unread, "waiting": waiting, "mentioned": mentioned, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "updated_since": updated_since, "q": q, "expand": expand}, "cursor", options)

    async def count_conversations(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ConversationCounts:
        """Count conversations. Returns the number of conversations in each part of the inbox, counted up to 1,000. Scope: `chats:read`."""
        result: models.ConversationCounts = await self._transport.json("GET /api/v1/chats/counts", {}, options)
        return result

    async def export_conversations(
        self,
        *,
        status: list[Literal["open", "snoozed", "closed"]] | str | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        person_id: models.Id | Omit = OMIT,
        assignee_id: str | Omit = OMIT,
        team_id: models.Id | models.NoneOrMine | Omit = OMIT,
        tag_id: models.Id | Omit = OMIT,
        priority: list[Literal["low", "medium", "high", "urgent", "none"]] | str | Omit = OMIT,
        holder: list[Literal["workspace", "platform_agent", "another_app", "unknown_app"]] | str | Omit = OMIT,
        sla: list[Literal["on_time", "at_risk", "breached"]] | str | Omit = OMIT,
        unread: bool | Omit = OMIT,
        waiting: bool | Omit = OMIT,
        mentioned: bool | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        updated_since: str | Omit = OMIT,
        q: str | Omit = OMIT,
        ids: str | Omit = OMIT,
        except_ids: str | Omit = OMIT,
        format: Literal["csv", "ndjson"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export conversations. Returns all conversations that match the filters, newest first. Scope: `chats:read`. A session must be fresh.

        Args:
            status: One or more of open, snoozed, closed, separated by commas.
            channel_id: A UUID.
            person_id: A UUID.
            assignee_id: The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member).
            team_id: The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member).
            tag_id: A UUID.
            priority: One or more of low, medium, high, urgent, none, separated by commas.
            holder: Only conversations held by one or more of workspace, platform_agent, another_app, unknown_app, separated by commas.
            sla: Only conversations whose next SLA target is `on_time`, `at_risk` (after its warning) or `breached` (after its due time): one or more of on_time, at_risk, breached, separated by commas.
            unread: `true` returns only conversations with unread messages, `false` only those without.
            waiting: `true` returns only conversations whose customer waits for an answer, `false` only the others.
            mentioned: Only conversations with a note that mentions the signed-in member.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            updated_since: Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset.
            q: Matches part of the contact's name, phone number, email address or username.
            ids: Up to 100 ids, separated by commas: only these conversations.
            except_ids: Up to 100 ids, separated by commas: conversations to leave out.
            format: `ndjson`: a JSON object per line, as the list returns it.
        """
        return await self._transport.text("GET /api/v1/chats/export.csv", {"status": status, "channel_id": channel_id, "person_id": person_id, "assignee_id": assignee_id, "team_id": team_id, "tag_id": tag_id, "priority": priority, "holder": holder, "sla": sla, "unread": unread, "waiting": waiting, "mentioned": mentioned, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "updated_since": updated_since, "q": q, "ids": ids, "except_ids": except_ids, "format": format}, options)

    async def export_selected_conversations(
        self,
        *,
        ids: list[models.Id] | None | Omit = OMIT,
        except_ids: list[models.Id] | None | Omit = OMIT,
        filter: models.ConversationFilter | None | Omit = OMIT,
        format: Literal["csv", "ndjson"] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export selected conversations. Works like the GET. Its body takes thousands of ids. Scope: `chats:read`. A session must be fresh.

        Args:
            ids: Only these items.
            except_ids: Items to leave out.
            filter: The filters of the list. Without filters, everything matches.
            format: `ndjson`: a JSON object per line, as the list returns it. By default `csv`.
        """
        return await self._transport.text("POST /api/v1/chats/export.csv", {"ids": ids, "except_ids": except_ids, "filter": filter, "format": format}, options)

    async def update_conversation(
        self,
        *,
        id: str,
        status: Literal["open", "snoozed", "closed"] | Omit = OMIT,
        snoozed_until: str | None | Omit = OMIT,
        remind_if_unanswered: bool | Omit = OMIT,
        assignee_id: str | None | Omit = OMIT,
        team_id: str | None | Omit = OMIT,
        participant_ids: list[models.Id] | Omit = OMIT,
        priority: Literal["low", "medium", "high", "urgent"] | None | Omit = OMIT,
        tag_ids: list[models.Id] | Omit = OMIT,
        unread: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Conversation:
        """Update a conversation. Changes status, assignee, team, priority, participants, tags and read state. Only the fields you send are updated. To undo a change, send the previous values from an earlier response. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
            snoozed_until: When the conversation reopens. Must be in the future. Setting it also snoozes the conversation.
            remind_if_unanswered: With `snoozed_until`: the member is reminded at that time, unless the customer has answered, which ends the snooze.
            assignee_id: The id of a membership, or of a bot. Null unassigns the conversation.
            team_id: The id of a team. Null removes the conversation from its team.
            participant_ids: Memberships. Replaces those who take part in the conversation besides its assignee.
            priority: Null removes the priority.
            tag_ids: Replaces the conversation's tags.
            unread: Marks the conversation as unread or read in the inbox. The customer is not notified.
        """
        result: models.Conversation = await self._transport.json("PATCH /api/v1/chats/{id}", {"id": id, "status": status, "snoozed_until": snoozed_until, "remind_if_unanswered": remind_if_unanswered, "assignee_id": assignee_id, "team_id": team_id, "participant_ids": participant_ids, "priority": priority, "tag_ids": tag_ids, "unread": unread}, options)
        return result

    async def get_conversation(
        self,
        *,
        id: str,
        expand: list[Literal["contact"]] | str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.ExpandedConversation:
        """Get a conversation. Scope: `chats:read`.

        Args:
            expand: Also returns, each as a field of its name, one or more of contact, separated by commas.
            id: The id of the resource, a UUID.
        """
        result: models.ExpandedConversation = await self._transport.json("GET /api/v1/chats/{id}", {"expand": expand, "id": id}, options)
        return result

    async def read_thread(
        self,
        *,
        id: str,
        before: str | Omit = OMIT,
        after: str | Omit = OMIT,
        around: str | Omit = OMIT,
        limit: int | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.ThreadPage:
        """Read a conversation's thread. Returns messages, notes and changes of the conversation in one list, oldest first. Returns the newest part by default. Scopes: `messages:read`, `chats:read`.

        Args:
            before: A cursor or the id of an item. Returns older items.
            after: A cursor or the id of an item. Returns newer items.
            around: The id of an item. Returns the item and those around it.
            limit: The number of items per page.
            id: The id of the resource, a UUID.
        """
        result: models.ThreadPage = await self._transport.json("GET /api/v1/chats/{id}/thread", {"before": before, "after": after, "around": around, "limit": limit, "id": id}, options)
        return result

    async def create_note(
        self,
        *,
        id: str,
        text: str,
        mentions: list[models.Id] | None | Omit = OMIT,
        mentioned_team_ids: list[models.Id] | None | Omit = OMIT,
        add_participants: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Note:
        """Add a note to a conversation. Notes are internal. They are never sent to customers or platforms. Scope: `notes:write`.

        Args:
            id: The id of the resource, a UUID.
            mentions: The memberships to mention.
            mentioned_team_ids: Teams whose members are mentioned, as they are now.
            add_participants: Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`.
        """
        result: models.Note = await self._transport.json("POST /api/v1/chats/{id}/notes", {"id": id, "text": text, "mentions": mentions, "mentioned_team_ids": mentioned_team_ids, "add_participants": add_participants}, options)
        return result

    async def update_note(
        self,
        *,
        id: str,
        text: str | Omit = OMIT,
        mentions: list[models.Id] | Omit = OMIT,
        mentioned_team_ids: list[models.Id] | Omit = OMIT,
        add_participants: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Note:
        """Update a note. Only the author or an admin can do this. Only the fields you send are updated. Scope: `notes:write`.

        Args:
            id: The id of the resource, a UUID.
            mentions: The memberships to mention.
            mentioned_team_ids: Teams whose members are mentioned, as they are now.
            add_participants: Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`.
        """
        result: models.Note = await self._transport.json("PATCH /api/v1/notes/{id}", {"id": id, "text": text, "mentions": mentions, "mentioned_team_ids": mentioned_team_ids, "add_participants": add_participants}, options)
        return result

    async def delete_note(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a note. Only the author or an admin can do this. Scope: `notes:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/notes/{id}", {"id": id}, options)

    async def mark_mentions_seen(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.SeenMentions:
        """Mark mentions in a conversation as seen. Marks the signed-in member's mentions. Scope: `chats:write` or `chats:read`, for what the id leads to.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.SeenMentions = await self._transport.json("POST /api/v1/chats/{id}/mentions/seen", {"id": id}, options)
        return result

    def list_tags(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.TagPage, models.Tag]:
        """List tags. Newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/tags", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_tag(
        self,
        *,
        name: str,
        color: Literal["gray", "red", "pink", "grape", "violet", "indigo", "blue", "cyan", "teal", "green", "lime", "yellow", "orange"] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Tag:
        """Create a tag. Scope: `chats:write`.

        Args:
            color: By default `gray`.
        """
        result: models.Tag = await self._transport.json("POST /api/v1/tags", {"name": name, "color": color}, options)
        return result

    async def update_tag(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        color: Literal["gray", "red", "pink", "grape", "violet", "indigo", "blue", "cyan", "teal", "green", "lime", "yellow", "orange"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Tag:
        """Update a tag. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Tag = await self._transport.json("PATCH /api/v1/tags/{id}", {"id": id, "name": name, "color": color}, options)
        return result

    async def delete_tag(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a tag. Removes the tag from all conversations. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/tags/{id}", {"id": id}, options)

    async def list_sla_targets(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.SlaTargets:
        """List a conversation's SLA targets. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.SlaTargets = await self._transport.json("GET /api/v1/chats/{id}/sla", {"id": id}, options)
        return result

    def list_canned_replies(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        q: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.CannedReplyPage, models.CannedReply]:
        """List canned replies. Those that the caller has: of everybody, of the teams of a signed-in member, and their own. Newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            q: Matches part of the shortcut or the text.
        """
        return self._transport.pages("GET /api/v1/canned-replies", {"limit": limit, "cursor": cursor, "q": q}, "cursor", options)

    async def create_canned_reply(
        self,
        *,
        shortcut: str,
        text: str,
        team_id: str | None | Omit = OMIT,
        media_ids: list[models.Id] | None | Omit = OMIT,
        is_own: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.CannedReply:
        """Create a canned reply. Scope: `chats:write`.

        Args:
            shortcut: What agents type after `/` to insert the reply: letters, digits, - and _.
            text: Variables are replaced when the reply is used: {name}, {first_name}, {phone}, {email}, {channel}, {team}, {my_name}, {my_first_name}, and {field.KEY} with the key of a custom field; in updates about a ticket {number}, {title} and {status}. A reply is not sent while one of them has no value.
            team_id: A team: only its members have the reply. Null: everybody has it, or the one member.
            media_ids: Uploaded files that are sent with the text. Replaces those that it has.
            is_own: Whether only the signed-in member has it.
        """
        result: models.CannedReply = await self._transport.json("POST /api/v1/canned-replies", {"shortcut": shortcut, "text": text, "team_id": team_id, "media_ids": media_ids, "is_own": is_own}, options)
        return result

    async def update_canned_reply(
        self,
        *,
        id: str,
        shortcut: str | Omit = OMIT,
        text: str | Omit = OMIT,
        team_id: str | None | Omit = OMIT,
        media_ids: list[models.Id] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.CannedReply:
        """Update a canned reply. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
            shortcut: What agents type after `/` to insert the reply: letters, digits, - and _.
            text: Variables are replaced when the reply is used: {name}, {first_name}, {phone}, {email}, {channel}, {team}, {my_name}, {my_first_name}, and {field.KEY} with the key of a custom field; in updates about a ticket {number}, {title} and {status}. A reply is not sent while one of them has no value.
            team_id: A team: only its members have the reply. Null: everybody has it, or the one member.
            media_ids: Uploaded files that are sent with the text. Replaces those that it has.
        """
        result: models.CannedReply = await self._transport.json("PATCH /api/v1/canned-replies/{id}", {"id": id, "shortcut": shortcut, "text": text, "team_id": team_id, "media_ids": media_ids}, options)
        return result

    async def delete_canned_reply(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a canned reply. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/canned-replies/{id}", {"id": id}, options)

    def list_views(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        subject: Literal["chats", "contacts", "tickets"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ViewPage, models.View]:
        """List views. Returns shared views and your own, newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            subject: Only views of this list.
        """
        return self._transport.pages("GET /api/v1/views", {"limit": limit, "cursor": cursor, "subject": subject}, "cursor", options)

    async def create_view(
        self,
        *,
        subject: Literal["chats", "contacts", "tickets"],
        name: str,
        filters: dict[str, object],
        is_shared: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.View:
        """Create a view. Scope: `chats:write`.

        Args:
            filters: Filters by name, with the values that the matching list endpoint accepts.
            is_shared: Whether all members see the view. Views created with an API key are always shared.
        """
        result: models.View = await self._transport.json("POST /api/v1/views", {"subject": subject, "name": name, "filters": filters, "is_shared": is_shared}, options)
        return result

    async def update_view(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        filters: dict[str, object] | Omit = OMIT,
        is_shared: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.View:
        """Update a view. Only the author or an admin can do this. Only the fields you send are updated. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
            filters: Filters by name, with the values that the matching list endpoint accepts.
        """
        result: models.View = await self._transport.json("PATCH /api/v1/views/{id}", {"id": id, "name": name, "filters": filters, "is_shared": is_shared}, options)
        return result

    async def delete_view(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a view. Only the author or an admin can do this. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/views/{id}", {"id": id}, options)

    async def search_workspace(
        self,
        *,
        q: str,
        kinds: list[Literal["people", "chats", "messages", "notes", "tickets"]] | str | Omit = OMIT,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.SearchResults:
        """Search contacts, conversations, messages, notes and tickets. Returns the best results of each kind first: exact matches, beginnings, then the newest. Messages and notes: the newest first. Tickets are searched only with the scope tickets:read. Scopes: `messages:read`, `chats:read`, `contacts:read`.

        Args:
            q: Words in any order, a "phrase" in double quotation marks, a phone number in any notation, or the number of a ticket. Case and accents are ignored.
            kinds: All that the caller may read by default, or one or more of people, chats, messages, notes, tickets, separated by commas.
            limit: The number of results of each kind.
            cursor: A value of `next_cursors`. Requires the one kind that it belongs to in `kinds`.
        """
        result: models.SearchResults = await self._transport.json("GET /api/v1/search", {"q": q, "kinds": kinds, "limit": limit, "cursor": cursor}, options)
        return result

    async def check_can_send(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.CanSend:
        """Check what can be sent to a conversation. Returns what can be sent now, the reason if it can't, and what a new message would wait for. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.CanSend = await self._transport.json("GET /api/v1/chats/{id}/can-send", {"id": id}, options)
        return result

    async def check_can_send_to_contact(
        self,
        *,
        person_id: str | Omit = OMIT,
        phone_e164: str | Omit = OMIT,
        channel_id: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.ContactCanSend:
        """Check what can be sent to a contact. Returns for each channel whether the contact has a conversation there, and what can be sent now: the next message, or the first one, which opens the conversation. Scope: `chats:read`.

        Args:
            person_id: The contact. Required without `phone_e164`.
            phone_e164: A phone number, also one of no contact. Without a country code, it is read in the workspace's country.
            channel_id: Returns only this channel.
        """
        result: models.ContactCanSend = await self._transport.json("GET /api/v1/chats/can-send", {"person_id": person_id, "phone_e164": phone_e164, "channel_id": channel_id}, options)
        return result

    async def mark_conversation_read(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.ReadReceipt:
        """Mark a conversation as read. Resets `unread_count` and shows the customer that the messages were read. Scope: `messages:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.ReadReceipt = await self._transport.json("POST /api/v1/chats/{id}/read", {"id": id}, options)
        return result

    async def show_typing(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.ReadReceipt:
        """Show a typing indicator. Shown for 25 seconds, or until the next message. Also marks the conversation as read. Scope: `messages:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.ReadReceipt = await self._transport.json("POST /api/v1/chats/{id}/typing", {"id": id}, options)
        return result

    async def take_over_conversation(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Conversation:
        """Take over a conversation. Takes the conversation from the app that holds it at the platform, such as the platform's own agent, so that the customer's messages come to you. A free-form message takes over too, where the platform allows it. The platform may refuse. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Conversation = await self._transport.json("POST /api/v1/chats/{id}/take-over", {"id": id}, options)
        return result

    async def release_conversation(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Conversation:
        """Release a conversation. Gives up control of the conversation at the platform. The customer's next message goes to the app that answers first there, such as the platform's own agent. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Conversation = await self._transport.json("POST /api/v1/chats/{id}/release", {"id": id}, options)
        return result

    def list_messages(
        self,
        *,
        id: str,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.MessagePage, models.Message]:
        """List a conversation's messages. Newest first. Scope: `messages:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            id: The id of the resource, a UUID.
        """
        return self._transport.pages("GET /api/v1/chats/{id}/messages", {"limit": limit, "cursor": cursor, "id": id}, "cursor", options)


class AsyncDataExports:
    """Operations of data exports."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def export_contact_data(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.DataExport:
        """Export a contact's data. Exports everything that is stored about a contact and those merged into it, as the archive that a person can ask for. The export completes in the background; while it is running, the request returns it again. Scope: `admin`. A session must be fresh.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.DataExport = await self._transport.json("POST /api/v1/contacts/{id}/data-export", {"id": id}, options)
        return result

    def list_data_exports(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        contact_id: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.DataExportPage, models.DataExport]:
        """List data exports. Newest first. Expired exports are not listed. Scope: `admin`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            contact_id: Only exports of this contact.
        """
        return self._transport.pages("GET /api/v1/data-exports", {"limit": limit, "cursor": cursor, "contact_id": contact_id}, "cursor", options)

    async def get_data_export(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.DataExport:
        """Get a data export. Its progress, and once it is completed the address of the archive. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.DataExport = await self._transport.json("GET /api/v1/data-exports/{id}", {"id": id}, options)
        return result

    async def download_data_export(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> bytes:
        """Download a data export. A tar archive, compressed with gzip: a folder with JSON lines for each kind of data, the files of messages in `files`, and `manifest.json` as the last file. Scope: `admin`. A session must be fresh.

        Args:
            id: The id of the resource, a UUID.
        """
        return await self._transport.binary("GET /api/v1/data-exports/{id}/download", {"id": id}, options)


class AsyncErasures:
    """Operations of erasures."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def erase_contact(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Erasure:
        """Erase a contact. Removes all of a contact's data for good, with that of contacts merged into it: messages, files, notes, tickets, events, deliveries and stored payloads. The contact is gone at once; the response is the erasure, which completes in the background and is then the certificate of what was removed. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Erasure = await self._transport.json("DELETE /api/v1/contacts/{id}", {"id": id}, options)
        return result

    def list_erasures(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ErasurePage, models.Erasure]:
        """List erasures. Newest first. Scope: `admin`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/erasures", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def get_erasure(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Erasure:
        """Get an erasure. Its progress, and once it is completed the certificate. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Erasure = await self._transport.json("GET /api/v1/erasures/{id}", {"id": id}, options)
        return result


class AsyncEvents:
    """Operations of events."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_events(
        self,
        *,
        after: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        since: str | Omit = OMIT,
        limit: int | Omit = OMIT,
        type: list[models.EventType] | str | Omit = OMIT,
        types: list[models.EventType] | str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.EventPage, models.Event]:
        """List events. Returns events oldest first, in commit order and without gaps. Store `next_cursor` and pass it as `after` in the next request; while `has_more` is true, request the next page immediately. If the events after a cursor were deleted because their retention time is over, the response is 410 `cursor_expired`. Scope: `events:read`.

        Args:
            after: The `next_cursor` of the previous page, or the id of an event. Starts with the oldest event that is still kept by default.
            created_after: Starts with the first event created at or after this time. Cannot be combined with `after`. An RFC 3339 timestamp with any UTC offset.
            since: Alias of `created_after`. An RFC 3339 timestamp with any UTC offset.
            limit: The number of items per page.
            type: All types by default, or one or more of the values, separated by commas.
            types: Alias of `type`: one or more of the values, separated by commas.
        """
        return self._transport.pages("GET /api/v1/events", {"after": after, "created_after": created_after, "since": since, "limit": limit, "type": type, "types": types}, "after", options)

    async def get_event(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Event:
        """Get an event. The response is byte-identical to the payload sent to webhooks. Scope: `events:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Event = await self._transport.json("GET /api/v1/events/{id}", {"id": id}, options)
        return result

    def stream_events(
        self,
        *,
        after: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        since: str | Omit = OMIT,
        type: list[models.EventType] | str | Omit = OMIT,
        types: list[models.EventType] | str | Omit = OMIT,
        silence: float = 45.0,
    ) -> AsyncGenerator[StreamedEvent, None]:
        """Stream events. Sends events as server-sent events. `Last-Event-ID` resumes without a gap. The server closes streams from time to time and clients reconnect. Each API key can have 20 open streams. Scope: `events:read`.

        Args:
            after: The cursor or id of the event to start after. `Last-Event-ID` takes precedence. Sends only new events by default.
            created_after: Starts with the first event created at or after this time. Cannot be combined with `after`. An RFC 3339 timestamp with any UTC offset.
            since: Alias of `created_after`. An RFC 3339 timestamp with any UTC offset.
            type: All types by default, or one or more of the values, separated by commas.
            types: Alias of `type`: one or more of the values, separated by commas.
        """
        return self._transport.stream("GET /api/v1/events/stream", {"after": after, "created_after": created_after, "since": since, "type": type, "types": types}, silence)

    async def resend_event(
        self,
        *,
        id: str,
        endpoint_id: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.ResentEvent:
        """Resend an event. Queues the event for immediate delivery to one endpoint, or to every enabled endpoint that has a delivery of it or subscribes to its type. Scope: `webhooks:write`.

        Args:
            id: The id of the resource, a UUID.
            endpoint_id: Only this endpoint, regardless of its subscribed events. By default, all enabled endpoints that have a delivery of the event or subscribe to its type.
        """
        result: models.ResentEvent = await self._transport.json("POST /api/v1/events/{id}/resend", {"id": id, "endpoint_id": endpoint_id}, options)
        return result


class AsyncMessages:
    """Operations of messages."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def send_message(
        self,
        *,
        conversation_id: str | None | Omit = OMIT,
        phone_e164: str | None | Omit = OMIT,
        person_id: str | None | Omit = OMIT,
        recipient_phone: str | None | Omit = OMIT,
        phone: str | None | Omit = OMIT,
        type: Literal["text", "image", "video", "audio", "document", "sticker", "location", "contacts", "interactive", "reaction", "template"] | None | Omit = OMIT,
        message: str | None | Omit = OMIT,
        message_text: str | None | Omit = OMIT,
        media_url: str | None | Omit = OMIT,
        media_id: str | None | Omit = OMIT,
        filename: str | None | Omit = OMIT,
        template: models.SendMessageTemplate | None | Omit = OMIT,
        interactive: dict[str, object] | None | Omit = OMIT,
        reaction: models.SendMessageReaction | None | Omit = OMIT,
        location: models.SendMessageLocation | None | Omit = OMIT,
        contacts: list[dict[str, object]] | None | Omit = OMIT,
        reply_to: str | None | Omit = OMIT,
        open_conversation: bool | None | Omit = OMIT,
        channel_id: str | None | Omit = OMIT,
        holder_version: int | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.SentMessage:
        """Send a message. Sends a text, file, template, interactive message, reaction, location or contact cards. The response is sent as soon as the message is stored. The platform is called afterwards, and `status` shows the outcome. Scope: `messages:write`.

        Args:
            conversation_id: The conversation to send to. This is the preferred target.
            phone_e164: The phone number to send to, if you do not send `conversation_id`.
            person_id: The contact to send to. Requires `channel_id`.
            recipient_phone: Alias of `phone_e164`.
            phone: Alias of `phone_e164`.
            type: The message type. Derived from the other fields by default.
            message: The text, or the caption of a file. Required for a text message.
            message_text: Alias of `message`.
            media_url: A public http(s) URL.
            media_id: The id of a file uploaded with POST /api/v1/media.
            filename: The file name shown for a document.
            template: A template. Templates can be sent at any time.
            interactive: Buttons, a list or a flow: the platform's `interactive` object.
            contacts: Contact cards in the platform's format.
            reply_to: The message to reply to. It must belong to the conversation.
            open_conversation: Sends to a phone number without a conversation, and creates the contact and the conversation. Requires a template. Not needed with `channel_id`, except to require a template in every case.
            channel_id: The channel to send from, to `phone_e164` or `person_id`. Without a conversation there, the contact and the conversation are created. The first message must be a template where the platform requires it.
            holder_version: For bots: `held_by.version` of the conversation when the bot decided what to write. If it was handed over since, the message is refused (`not_holder`).
        """
        result: models.SentMessage = await self._transport.json("POST /api/v1/messages/send", {"conversation_id": conversation_id, "phone_e164": phone_e164, "person_id": person_id, "recipient_phone": recipient_phone, "phone": phone, "type": type, "message": message, "message_text": message_text, "media_url": media_url, "media_id": media_id, "filename": filename, "template": template, "interactive": interactive, "reaction": reaction, "location": location, "contacts": contacts, "reply_to": reply_to, "open_conversation": open_conversation, "channel_id": channel_id, "holder_version": holder_version}, options)
        return result

    async def send_messages(
        self,
        *,
        items: list[models.SendMessagesItem],
        options: CallOptions | None = None,
    ) -> models.MessageBatchResults:
        """Send many messages. Sends up to 100 messages, each as `POST /api/v1/messages/send` does, in their order. The response has a result for each item; an item that fails changes nothing of the others. Each item counts towards the rate limit. Scope: `messages:write`.

        Args:
            items: Each is done on its own: one that fails changes nothing of the others.
        """
        result: models.MessageBatchResults = await self._transport.json("POST /api/v1/messages/batch", {"items": items}, options)
        return result

    def find_messages(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        conversation_id: models.Id | Omit = OMIT,
        person_id: models.Id | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        direction: Literal["inbound", "outbound"] | Omit = OMIT,
        type: list[Literal["text", "image", "video", "audio", "document", "sticker", "location", "contacts", "interactive", "template", "reaction", "button", "order", "call", "system", "unsupported"]] | str | Omit = OMIT,
        status: list[Literal["queued", "sent", "delivered", "read", "failed", "received"]] | str | Omit = OMIT,
        platform_id: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        expand: list[Literal["contact", "conversation"]] | str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ExpandedMessagePage, models.ExpandedMessage]:
        """Find messages. Returns the messages of all conversations that match the filters, newest first by `created_at`. A page can be short, or even empty, while `next_cursor` is not null. Scope: `messages:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            conversation_id: A UUID.
            person_id: A UUID.
            channel_id: A UUID.
            direction: Only received (`inbound`) or only sent (`outbound`) messages.
            type: One or more of the values, separated by commas.
            status: One or more of queued, sent, delivered, read, failed, received, separated by commas.
            platform_id: The platform's id of the message, such as a `wamid` of WhatsApp.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            expand: Also returns, each as a field of its name, one or more of contact, conversation, separated by commas.
        """
        return self._transport.pages("GET /api/v1/messages", {"limit": limit, "cursor": cursor, "conversation_id": conversation_id, "person_id": person_id, "channel_id": channel_id, "direction": direction, "type": type, "status": status, "platform_id": platform_id, "created_after": created_after, "created_before": created_before, "expand": expand}, "cursor", options)

    async def export_messages(
        self,
        *,
        conversation_id: models.Id | Omit = OMIT,
        person_id: models.Id | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        direction: Literal["inbound", "outbound"] | Omit = OMIT,
        type: list[Literal["text", "image", "video", "audio", "document", "sticker", "location", "contacts", "interactive", "template", "reaction", "button", "order", "call", "system", "unsupported"]] | str | Omit = OMIT,
        status: list[Literal["queued", "sent", "delivered", "read", "failed", "received"]] | str | Omit = OMIT,
        platform_id: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        format: Literal["csv", "ndjson"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export messages. Returns all messages that match the filters, newest first. Scope: `messages:read`. A session must be fresh.

        Args:
            conversation_id: A UUID.
            person_id: A UUID.
            channel_id: A UUID.
            direction: Only received (`inbound`) or only sent (`outbound`) messages.
            type: One or more of the values, separated by commas.
            status: One or more of queued, sent, delivered, read, failed, received, separated by commas.
            platform_id: The platform's id of the message, such as a `wamid` of WhatsApp.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            format: `ndjson`: a JSON object per line, as the list returns it.
        """
        return await self._transport.text("GET /api/v1/messages/export.csv", {"conversation_id": conversation_id, "person_id": person_id, "channel_id": channel_id, "direction": direction, "type": type, "status": status, "platform_id": platform_id, "created_after": created_after, "created_before": created_before, "format": format}, options)

    async def get_message(
        self,
        *,
        id: str,
        expand: list[Literal["contact", "conversation"]] | str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.ExpandedMessage:
        """Get a message. Scope: `messages:read`.

        Args:
            expand: Also returns, each as a field of its name, one or more of contact, conversation, separated by commas.
            id: The id of the resource, a UUID.
        """
        result: models.ExpandedMessage = await self._transport.json("GET /api/v1/messages/{id}", {"expand": expand, "id": id}, options)
        return result

    async def retry_message(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.SentMessage:
        """Retry a failed message. Sends the content again as a new message. A message can be retried once. Scope: `messages:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.SentMessage = await self._transport.json("POST /api/v1/messages/{id}/retry", {"id": id}, options)
        return result

    async def get_message_trail(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.MessageTrail:
        """Get a message's trail. Returns every step (when it was queued, each attempt, each status, and each error with advice), and what the platform charges. Scope: `messages:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.MessageTrail = await self._transport.json("GET /api/v1/messages/{id}/trail", {"id": id}, options)
        return result

    async def create_draft(
        self,
        *,
        conversation_id: str,
        text: str,
        options: CallOptions | None = None,
    ) -> models.Draft:
        """Propose a reply. Stores a draft that agents see in the conversation. The customer receives nothing until an agent sends it. Scope: `messages:draft`.

        Args:
            conversation_id: The conversation to reply to.
            text: The text that is proposed for the customer.
        """
        result: models.Draft = await self._transport.json("POST /api/v1/drafts", {"conversation_id": conversation_id, "text": text}, options)
        return result

    def list_drafts(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        conversation_id: models.Id | Omit = OMIT,
        status: Literal["open", "sent", "discarded"] | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.DraftPage, models.Draft]:
        """List drafts. Newest first. Scope: `messages:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            conversation_id: A UUID.
            status: Only drafts with this status.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
        """
        return self._transport.pages("GET /api/v1/drafts", {"limit": limit, "cursor": cursor, "conversation_id": conversation_id, "status": status, "created_after": created_after, "created_before": created_before}, "cursor", options)

    async def send_draft(
        self,
        *,
        id: str,
        text: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.SentMessage:
        """Send a draft. Sends it as a message of the caller. A draft can be sent once. Scope: `messages:write`.

        Args:
            id: The id of the resource, a UUID.
            text: The text to send instead of that of the draft.
        """
        result: models.SentMessage = await self._transport.json("POST /api/v1/drafts/{id}/send", {"id": id, "text": text}, options)
        return result

    async def discard_draft(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Draft:
        """Discard a draft. Scope: `messages:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Draft = await self._transport.json("POST /api/v1/drafts/{id}/discard", {"id": id}, options)
        return result

    def list_templates(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        channel_id: str | Omit = OMIT,
        status: str | Omit = OMIT,
        name: str | Omit = OMIT,
        language: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.TemplatePage, models.Template]:
        """List templates. Templates can be sent at any time, also outside the customer service window. Most recently changed first. Scope: `messages:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            channel_id: Only templates that this channel can send.
            status: Only templates that have this status at the platform, such as `approved`, in upper or lower case.
            name: Only templates with exactly this name, in each of its languages.
            language: Only templates in this language, such as `en_US`.
        """
        return self._transport.pages("GET /api/v1/templates", {"limit": limit, "cursor": cursor, "channel_id": channel_id, "status": status, "name": name, "language": language}, "cursor", options)

    async def upload_media(
        self,
        *,
        file: File,
        options: CallOptions | None = None,
    ) -> models.Media:
        """Upload a file to send. Pass the returned `id` as `media_id` when you send a message. Scope: `messages:write`.

        Args:
            file: The file with its name and type. Images up to 5 MB, audio and video up to 16 MB, documents up to 100 MB, stickers up to 500 KB.
        """
        result: models.Media = await self._transport.upload("POST /api/v1/media", {"file": file}, options)
        return result


class AsyncRatings:
    """Operations of ratings."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_csat_settings(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.CsatSettings:
        """Get how customers are asked for ratings. A workspace that has not changed the settings has the defaults, which are off. Scope: `chats:read`."""
        result: models.CsatSettings = await self._transport.json("GET /api/v1/csat/settings", {}, options)
        return result

    async def update_csat_settings(
        self,
        *,
        is_on: bool | Omit = OMIT,
        delay_minutes: int | Omit = OMIT,
        person_days: int | Omit = OMIT,
        scale: Literal[3, 5] | Omit = OMIT,
        way: Literal["buttons", "link"] | Omit = OMIT,
        asks_comment: bool | Omit = OMIT,
        template: str | None | Omit = OMIT,
        off_team_ids: list[models.Id] | Omit = OMIT,
        texts: list[models.CsatTexts] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.CsatSettings:
        """Update how customers are asked for ratings. Only the fields you send are updated. While it is on, customers are asked after a conversation is closed in which they wrote and were answered: once per round, and each contact at most once in `person_days`. Scope: `admin`.

        Args:
            is_on: Whether customers are asked. Off by default.
            delay_minutes: Minutes from the close of a conversation to the question. A conversation that is reopened before is not asked about.
            person_days: A contact is asked at most once in so many days. 0: after each round.
            scale: How many choices the customer has. Three are bad, OK and good, which count as 1, 3 and 5.
            way: `buttons`: the customer taps the rating in the chat where the channel can. `link`: the message has a link to a page, except in web chats.
            asks_comment: Whether the customer is asked for a comment after a rating in the chat. Their next message within 10 minutes is the comment.
            template: The name of an approved template that asks when the customer service window is closed. It has no variables, and as many quick-reply buttons as the scale has choices, the best first. Null: the customer is not asked then.
            off_team_ids: Teams whose conversations are not rated.
            texts: The texts by language. A customer gets those of the contact's language; else those whose script is that of their messages; else the first ones.
        """
        result: models.CsatSettings = await self._transport.json("PATCH /api/v1/csat/settings", {"is_on": is_on, "delay_minutes": delay_minutes, "person_days": person_days, "scale": scale, "way": way, "asks_comment": asks_comment, "template": template, "off_team_ids": off_team_ids, "texts": texts}, options)
        return result

    def list_ratings(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        conversation_id: models.Id | Omit = OMIT,
        answered: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.CsatRatingPage, models.CsatRating]:
        """List ratings. Lists the ratings that customers were asked for, the newest question first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            conversation_id: Only of this conversation.
            answered: `true`: only answered ones. `false`: only unanswered ones.
        """
        return self._transport.pages("GET /api/v1/csat/ratings", {"limit": limit, "cursor": cursor, "conversation_id": conversation_id, "answered": answered}, "cursor", options)


class AsyncReports:
    """Operations of reports."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def report_messages(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.MessageReport:
        """Report sent and received messages. Messages are counted at the time they were written. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            channel_id: Only this channel.
            member_id: Only messages sent by this member and messages received in conversations assigned to them now.
        """
        result: models.MessageReport = await self._transport.json("GET /api/v1/reports/messages", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "channel_id": channel_id, "member_id": member_id}, options)
        return result

    async def export_message_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the message report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            channel_id: Only this channel.
            member_id: Only messages sent by this member and messages received in conversations assigned to them now.
        """
        return await self._transport.text("GET /api/v1/reports/messages.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "channel_id": channel_id, "member_id": member_id}, options)

    async def report_responses(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        hours: Literal["all", "business"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.ResponseReport:
        """Report first responses and resolutions. A conversation is opened by its creation, or by activity after it was closed, and lasts until it is closed. The first response time is the time from the customer's first message to the first reply sent by a member or an API key. The resolution time is the time from opening to closing. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            hours: `business`: only business hours count: those of the conversation's team, else the default ones, else all time.
            channel_id: Only this channel.
            member_id: Only conversations that this member answered first or closed, and unanswered ones assigned to them.
        """
        result: models.ResponseReport = await self._transport.json("GET /api/v1/reports/responses", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "hours": hours, "channel_id": channel_id, "member_id": member_id}, options)
        return result

    async def export_response_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        hours: Literal["all", "business"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the response report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            hours: `business`: only business hours count: those of the conversation's team, else the default ones, else all time.
            channel_id: Only this channel.
            member_id: Only conversations that this member answered first or closed, and unanswered ones assigned to them.
        """
        return await self._transport.text("GET /api/v1/reports/responses.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "hours": hours, "channel_id": channel_id, "member_id": member_id}, options)

    async def report_work(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        hours: Literal["all", "business"] | Omit = OMIT,
        by: Literal["member", "team", "channel", "tag"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.WorkReport:
        """Report work side by side. Returns what each member, team, channel or tag did in the period, beside the period of the same length before. A first response counts for who gave it, at the time of the customer's message; a close for who closed. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            hours: `business`: only business hours count: those of the conversation's team, else the default ones, else all time.
            by: What is side by side. A conversation with several tags counts for each of them. Teams and tags are those that conversations have now.
        """
        result: models.WorkReport = await self._transport.json("GET /api/v1/reports/work", {"from": from_, "to": to, "time_zone": time_zone, "hours": hours, "by": by}, options)
        return result

    async def export_work_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        hours: Literal["all", "business"] | Omit = OMIT,
        by: Literal["member", "team", "channel", "tag"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the work report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            hours: `business`: only business hours count: those of the conversation's team, else the default ones, else all time.
            by: What is side by side. A conversation with several tags counts for each of them. Teams and tags are those that conversations have now.
        """
        return await self._transport.text("GET /api/v1/reports/work.csv", {"from": from_, "to": to, "time_zone": time_zone, "hours": hours, "by": by}, options)

    async def report_tickets(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        type_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.TicketReport:
        """Report tickets. Returns created and solved tickets, and the age of the tickets that are open now. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            member_id: Only tickets assigned to this member now.
            type_id: Only tickets of this type now.
        """
        result: models.TicketReport = await self._transport.json("GET /api/v1/reports/tickets", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "member_id": member_id, "type_id": type_id}, options)
        return result

    async def export_ticket_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        type_id: models.Id | Omit = OMIT,
        table: Literal["buckets", "ages"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the ticket report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            member_id: Only tickets assigned to this member now.
            type_id: Only tickets of this type now.
            table: `buckets`: a row for each period of time. `ages`: the open tickets by their age.
        """
        return await self._transport.text("GET /api/v1/reports/tickets.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "member_id": member_id, "type_id": type_id, "table": table}, options)

    async def report_sla(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        team_id: models.Id | Omit = OMIT,
        policy_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.SlaReport:
        """Report SLA targets. Counts the targets of SLA policies that were met, missed or not needed: at the time they were met, at the due time that passed, or at the close. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            team_id: Only conversations of this team.
            policy_id: Only targets of this policy.
        """
        result: models.SlaReport = await self._transport.json("GET /api/v1/reports/sla", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "team_id": team_id, "policy_id": policy_id}, options)
        return result

    async def export_sla_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        team_id: models.Id | Omit = OMIT,
        policy_id: models.Id | Omit = OMIT,
        table: Literal["buckets", "teams"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the SLA report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            team_id: Only conversations of this team.
            policy_id: Only targets of this policy.
            table: `buckets`: a row for each period of time. `teams`: a row for each team.
        """
        return await self._transport.text("GET /api/v1/reports/sla.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "team_id": team_id, "policy_id": policy_id, "table": table}, options)

    async def report_leads(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.LeadReport:
        """Report leads by source and campaign. Leads are counted at the time they arrived. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
        """
        result: models.LeadReport = await self._transport.json("GET /api/v1/reports/leads", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket}, options)
        return result

    async def export_lead_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        table: Literal["buckets", "campaigns"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the lead report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            table: `buckets`: a row for each period of time. `campaigns`: a row for each source and campaign.
        """
        return await self._transport.text("GET /api/v1/reports/leads.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "table": table}, options)

    async def report_costs(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.CostReport:
        """Report message costs. Multiplies the messages that the platform charges for, each counted once, with the prices of the workspace's price lists: those that were valid when the message was written, by the country of the recipient. Sums are exact decimal numbers. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            channel_id: Only this channel.
            member_id: Only messages sent by this member.
        """
        result: models.CostReport = await self._transport.json("GET /api/v1/reports/costs", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "channel_id": channel_id, "member_id": member_id}, options)
        return result

    async def export_cost_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        table: Literal["buckets", "channels", "templates", "categories", "authors", "countries"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the cost report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            channel_id: Only this channel.
            member_id: Only messages sent by this member.
            table: `buckets`: a row for each period of time. Others: a row for each channel, template, category, author or country.
        """
        return await self._transport.text("GET /api/v1/reports/costs.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "channel_id": channel_id, "member_id": member_id, "table": table}, options)

    async def report_bots(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        hours: Literal["all", "business"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        bot_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.BotReport:
        """Report what bots did. Returns how many conversations bots solved alone, and how long they held the others before people got them. Each is counted when the bot stopped holding it. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            hours: `business`: only business hours count: those of the conversation's team, else the default ones, else all time.
            channel_id: Only this channel.
            bot_id: Only this bot.
        """
        result: models.BotReport = await self._transport.json("GET /api/v1/reports/bots", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "hours": hours, "channel_id": channel_id, "bot_id": bot_id}, options)
        return result

    async def export_bot_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        hours: Literal["all", "business"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        bot_id: models.Id | Omit = OMIT,
        table: Literal["buckets", "bots", "teams", "channels"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the bot report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            hours: `business`: only business hours count: those of the conversation's team, else the default ones, else all time.
            channel_id: Only this channel.
            bot_id: Only this bot.
            table: `buckets`: a row for each period of time. Others: a row for each bot, team or channel.
        """
        return await self._transport.text("GET /api/v1/reports/bots.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "hours": hours, "channel_id": channel_id, "bot_id": bot_id, "table": table}, options)

    async def report_ratings(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        team_id: models.Id | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.CsatReport:
        """Report ratings of customers. Returns how many customers were asked for a rating after their conversation was closed, how many answered, and how satisfied they are. Questions are counted at the time they were sent, with their answers. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            channel_id: Only this channel.
            team_id: Only conversations that were of this team.
            member_id: Only rounds that this member answered last.
        """
        result: models.CsatReport = await self._transport.json("GET /api/v1/reports/csat", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "channel_id": channel_id, "team_id": team_id, "member_id": member_id}, options)
        return result

    async def export_rating_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        channel_id: models.Id | Omit = OMIT,
        team_id: models.Id | Omit = OMIT,
        member_id: models.Id | Omit = OMIT,
        table: Literal["buckets", "members", "teams", "channels", "tags"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the rating report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            channel_id: Only this channel.
            team_id: Only conversations that were of this team.
            member_id: Only rounds that this member answered last.
            table: `buckets`: a row for each period of time. Others: a row for each member, team, channel or tag.
        """
        return await self._transport.text("GET /api/v1/reports/csat.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "channel_id": channel_id, "team_id": team_id, "member_id": member_id, "table": table}, options)

    async def report_deliveries(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        endpoint_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.DeliveryReport:
        """Report webhook deliveries. Returns the outcome and speed of deliveries, by the time of their events. Test deliveries are not counted. Scope: `reports:read`.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            endpoint_id: Only this webhook endpoint.
        """
        result: models.DeliveryReport = await self._transport.json("GET /api/v1/reports/deliveries", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "endpoint_id": endpoint_id}, options)
        return result

    async def export_delivery_report(
        self,
        *,
        from_: str | Omit = OMIT,
        to: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        bucket: Literal["hour", "day", "week", "month"] | Omit = OMIT,
        endpoint_id: models.Id | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export the delivery report. The same figures for a spreadsheet. Scope: `reports:read`. A session must be fresh.

        Args:
            from_: A date or an RFC 3339 timestamp. Defaults to 30 days before `to`.
            to: A date (included) or an RFC 3339 timestamp (excluded). Defaults to now.
            time_zone: The time zone of days and hours: an IANA name such as Asia/Kolkata, or an offset. Defaults to UTC.
            bucket: The length of a bucket. Weeks start on Monday, months on their first day. A report has at most 1,200 buckets.
            endpoint_id: Only this webhook endpoint.
        """
        return await self._transport.text("GET /api/v1/reports/deliveries.csv", {"from": from_, "to": to, "time_zone": time_zone, "bucket": bucket, "endpoint_id": endpoint_id}, options)

    def list_price_lists(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.PriceListPage, models.PriceList]:
        """List price lists. The latest date first. A list is valid until the next one starts. Scope: `reports:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/price-lists", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_price_list(
        self,
        *,
        file: File,
        valid_from: str | Omit = OMIT,
        currency: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.PriceList:
        """Upload a price list. Reads a CSV file of prices per message: WhatsApp's rate card, or a file with the columns `market`, `category` and `price`. A market is a country (name or code), a calling code such as +91, a region of the rate card, or `Other`. The file is stored as a whole, or refused with the faults of its rows. Scope: `admin`.

        Args:
            valid_from: From when the prices are valid: a date (in UTC) or an RFC 3339 timestamp. Required unless the file has a column `valid_from`.
            currency: Required unless the file has a column `currency`.
            file: A CSV file of at most 1 MiB, with a column `market` and either the columns `category` and `price`, or a column for each category.
        """
        result: models.PriceList = await self._transport.upload("POST /api/v1/price-lists", {"valid_from": valid_from, "currency": currency, "file": file}, options)
        return result

    async def get_price_list(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.PriceListDetail:
        """Get a price list. Includes its prices, by market. Scope: `reports:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.PriceListDetail = await self._transport.json("GET /api/v1/price-lists/{id}", {"id": id}, options)
        return result

    async def delete_price_list(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a price list. From then on, the list before it is valid longer. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/price-lists/{id}", {"id": id}, options)

    async def export_price_list(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> str:
        """Export a price list. A file that you can edit and upload again. Scope: `reports:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        return await self._transport.text("GET /api/v1/price-lists/{id}/prices.csv", {"id": id}, options)


class AsyncRules:
    """Operations of rules."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_rules(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.RulePage, models.Rule]:
        """List rules. In the order in which they run. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/rules", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_rule(
        self,
        *,
        name: str,
        trigger: models.RuleTrigger,
        conditions: models.RuleConditions,
        actions: list[models.RuleAction],
        repeat: Literal["always", "round", "once"] | None | Omit = OMIT,
        stops: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Rule:
        """Create a rule. A rule acts on conversations by itself. It is created off, as the last one: try it first, then switch it on. Scope: `admin`.

        Args:
            name: Names of rules differ by more than their case.
            actions: They run in this order, and stop at the first that fails.
            repeat: How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once.
            stops: Whether later rules are left out at an event at which this one fires.
        """
        result: models.Rule = await self._transport.json("POST /api/v1/rules", {"name": name, "trigger": trigger, "conditions": conditions, "actions": actions, "repeat": repeat, "stops": stops}, options)
        return result

    async def get_rule(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Rule:
        """Get a rule. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Rule = await self._transport.json("GET /api/v1/rules/{id}", {"id": id}, options)
        return result

    async def update_rule(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        is_on: bool | Omit = OMIT,
        place: int | Omit = OMIT,
        trigger: models.RuleTrigger | Omit = OMIT,
        conditions: models.RuleConditions | Omit = OMIT,
        actions: list[models.RuleAction] | Omit = OMIT,
        repeat: Literal["always", "round", "once"] | Omit = OMIT,
        stops: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Rule:
        """Update a rule. Only the fields you send are updated. A rule that is switched on acts on what happens from then on. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            name: Names of rules differ by more than their case.
            is_on: Switches the rule on or off. It looks only at what happens from then on.
            place: Moves the rule to this place; those behind it follow.
            actions: They run in this order, and stop at the first that fails.
            repeat: How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once.
            stops: Whether later rules are left out at an event at which this one fires.
        """
        result: models.Rule = await self._transport.json("PATCH /api/v1/rules/{id}", {"id": id, "name": name, "is_on": is_on, "place": place, "trigger": trigger, "conditions": conditions, "actions": actions, "repeat": repeat, "stops": stops}, options)
        return result

    async def delete_rule(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a rule. Its firings are deleted; what it did stays. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/rules/{id}", {"id": id}, options)

    async def try_rule(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.RuleTrial:
        """Try a rule. What it would have done at the newest 10,000 events of the last 30 days, without other rules and on the conversations as they were then. Contacts and business hours are those of now. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.RuleTrial = await self._transport.json("GET /api/v1/rules/{id}/trial", {"id": id}, options)
        return result

    def list_rule_firings(
        self,
        *,
        id: str,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.RuleFiringPage, models.RuleFiring]:
        """List a rule's firings. Newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            id: The id of the resource, a UUID.
        """
        return self._transport.pages("GET /api/v1/rules/{id}/firings", {"limit": limit, "cursor": cursor, "id": id}, "cursor", options)

    async def get_rule_log(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.RuleLog:
        """Explain a rule. Its newest firings, and why it did not fire at others. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.RuleLog = await self._transport.json("GET /api/v1/rules/{id}/log", {"id": id}, options)
        return result

    async def get_conversation_rules(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.RuleLog:
        """Explain what rules did in a conversation. The newest firings, and why each other rule that is on did not fire: as it was stored, or computed from the events of the last seven days. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.RuleLog = await self._transport.json("GET /api/v1/chats/{id}/rules", {"id": id}, options)
        return result

    def list_macros(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.MacroPage, models.Macro]:
        """List macros. Those that the caller has: of all, of the teams of a signed-in member, and their own. Newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/macros", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_macro(
        self,
        *,
        name: str,
        actions: list[models.RuleAction],
        team_id: str | None | Omit = OMIT,
        is_own: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Macro:
        """Create a macro. Actions that agents run together on a conversation. Scope: `chats:write`.

        Args:
            name: The name in the list from which members choose.
            actions: They run in this order, and stop at the first that fails.
            team_id: A team: only its members have the macro. Null: everybody has it.
            is_own: Whether only the signed-in member has it.
        """
        result: models.Macro = await self._transport.json("POST /api/v1/macros", {"name": name, "actions": actions, "team_id": team_id, "is_own": is_own}, options)
        return result

    async def get_macro(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Macro:
        """Get a macro. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Macro = await self._transport.json("GET /api/v1/macros/{id}", {"id": id}, options)
        return result

    async def update_macro(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        actions: list[models.RuleAction] | Omit = OMIT,
        team_id: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Macro:
        """Update a macro. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
            name: The name in the list from which members choose.
            actions: They run in this order, and stop at the first that fails.
            team_id: A team: only its members have the macro. Null: everybody has it.
        """
        result: models.Macro = await self._transport.json("PATCH /api/v1/macros/{id}", {"id": id, "name": name, "actions": actions, "team_id": team_id}, options)
        return result

    async def delete_macro(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a macro. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/macros/{id}", {"id": id}, options)

    async def run_macro(
        self,
        *,
        id: str,
        conversation_ids: list[models.Id],
        hold_seconds: int | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.MacroRun:
        """Run a macro. Runs its actions on up to 25 conversations, all or none of them. The caller needs the scope of each action, and can undo the run for a minute. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
            hold_seconds: For a signed-in member: messages wait so many seconds, and a close after them, too. By default `0`.
        """
        result: models.MacroRun = await self._transport.json("POST /api/v1/macros/{id}/run", {"id": id, "conversation_ids": conversation_ids, "hold_seconds": hold_seconds}, options)
        return result

    async def undo_macro_run(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.UndoneMacroRun:
        """Undo the run of a macro. For a minute, by the one who ran it, in one step. What was changed since stays. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.UndoneMacroRun = await self._transport.json("POST /api/v1/macro-runs/{id}/undo", {"id": id}, options)
        return result


class AsyncTeams:
    """Operations of teams."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_teams(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.TeamPage, models.Team]:
        """List teams. Newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/teams", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_team(
        self,
        *,
        name: str,
        member_ids: list[models.Id] | None | Omit = OMIT,
        channel_ids: list[models.Id] | None | Omit = OMIT,
        business_hours_id: models.IdOrNull | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Team:
        """Create a team. Conversations and tickets belong to a team or to none. Roles decide whether members see only what belongs to their teams. Scope: `admin`.

        Args:
            name: Names of teams differ by more than their case.
            member_ids: The memberships of its members.
            channel_ids: Its channels. New conversations of a channel start with its team. A channel belongs to at most one team: it leaves its former one.
            business_hours_id: The business hours of the team; null: the default ones of the workspace, if there are any.
        """
        result: models.Team = await self._transport.json("POST /api/v1/teams", {"name": name, "member_ids": member_ids, "channel_ids": channel_ids, "business_hours_id": business_hours_id}, options)
        return result

    async def get_team(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Team:
        """Get a team. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Team = await self._transport.json("GET /api/v1/teams/{id}", {"id": id}, options)
        return result

    async def update_team(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        member_ids: list[models.Id] | Omit = OMIT,
        channel_ids: list[models.Id] | Omit = OMIT,
        business_hours_id: models.IdOrNull | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Team:
        """Update a team. Only the fields you send are updated. Conversations that have the team, or that came by its former channels, stay as they are. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            name: Names of teams differ by more than their case.
            member_ids: The memberships of its members.
            channel_ids: Its channels. New conversations of a channel start with its team. A channel belongs to at most one team: it leaves its former one.
            business_hours_id: The business hours of the team; null: the default ones of the workspace, if there are any.
        """
        result: models.Team = await self._transport.json("PATCH /api/v1/teams/{id}", {"id": id, "name": name, "member_ids": member_ids, "channel_ids": channel_ids, "business_hours_id": business_hours_id}, options)
        return result

    async def delete_team(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a team. Its conversations and tickets have no team afterwards. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/teams/{id}", {"id": id}, options)

    async def get_board(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Board:
        """Get what waits now. Counts the conversations that wait in the queue of each team, and what each member has, as far as the caller sees them. Scope: `reports:read`."""
        result: models.Board = await self._transport.json("GET /api/v1/board", {}, options)
        return result

    async def get_team_assignment(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.TeamAssignment:
        """Get how a team assigns conversations. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.TeamAssignment = await self._transport.json("GET /api/v1/teams/{id}/assignment", {"id": id}, options)
        return result

    async def update_team_assignment(
        self,
        *,
        id: str,
        method: Literal["off", "round_robin", "least_busy"] | Omit = OMIT,
        capacity: int | None | Omit = OMIT,
        sticky_days: int | Omit = OMIT,
        relax_minutes: int | None | Omit = OMIT,
        hand_back_minutes: int | None | Omit = OMIT,
        members: list[models.TeamAssignmentMember] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.TeamAssignment:
        """Update how a team assigns conversations. Only the fields you send are updated. Conversations are assigned while their customer waits for an answer, the longest wait first, and only to members who are online. What nobody can take waits in the queue of the team. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            method: `off`: conversations wait until somebody takes them. `round_robin`: each goes to the member who has waited longest for one. `least_busy`: to the member with fewest open ones.
            capacity: Most open conversations of a member, in all teams; null: any number. Assigning by hand may exceed it.
            sticky_days: For so many days, a conversation goes to the member who answered it last, if they are available and have room. 0: never.
            relax_minutes: After a conversation has waited for so many minutes, skills and languages do not count. Null: they always count.
            hand_back_minutes: A member who is offline for so many minutes hands their open conversations of the team back to its queue. Null: they keep them.
            members: Members of the team with a capacity of their own, with skills or with languages.
        """
        result: models.TeamAssignment = await self._transport.json("PATCH /api/v1/teams/{id}/assignment", {"id": id, "method": method, "capacity": capacity, "sticky_days": sticky_days, "relax_minutes": relax_minutes, "hand_back_minutes": hand_back_minutes, "members": members}, options)
        return result

    async def get_team_queue(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.TeamQueue:
        """Get a team's queue. Counts the open conversations of the team that nobody is assigned to and whose customers wait, and says why they wait. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.TeamQueue = await self._transport.json("GET /api/v1/teams/{id}/queue", {"id": id}, options)
        return result

    async def take_conversation(
        self,
        *,
        id: str,
        member_id: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Conversation:
        """Take the conversation that waits longest. Assigns the conversation that waits longest in the team's queue. Two members who take at the same time get different ones. Scope: `chats:write`.

        Args:
            id: The id of the resource, a UUID.
            member_id: The membership that takes it. By default the signed-in member.
        """
        result: models.Conversation = await self._transport.json("POST /api/v1/teams/{id}/take", {"id": id, "member_id": member_id}, options)
        return result

    async def get_team_away_reply(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.AwayReply:
        """Get the away reply of a team. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.AwayReply = await self._transport.json("GET /api/v1/teams/{id}/away-reply", {"id": id}, options)
        return result

    async def update_team_away_reply(
        self,
        *,
        id: str,
        is_on: bool | Omit = OMIT,
        condition: Literal["outside_hours", "nobody_online", "either", "both"] | Omit = OMIT,
        texts: list[models.AwayText] | Omit = OMIT,
        pause_hours: int | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.AwayReply:
        """Update the away reply of a team. Only the fields you send are updated. A customer who writes while the team is away gets one away reply until the conversation is closed, never after a member answered. It does not count as an answer. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            is_on: Whether customers get away replies. Off by default.
            condition: When the team is away: `outside_hours` of its business hours, while `nobody_online` of those who may answer is online, `either` of them, or `both`.
            texts: Texts by language. A customer gets the one in the language of the contact or of the web chat, or the first one in the script of their message; otherwise the first.
            pause_hours: A contact gets at most one away reply in so many hours.
        """
        result: models.AwayReply = await self._transport.json("PATCH /api/v1/teams/{id}/away-reply", {"id": id, "is_on": is_on, "condition": condition, "texts": texts, "pause_hours": pause_hours}, options)
        return result

    async def get_away_reply(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.AwayReply:
        """Get the away reply of conversations without a team. Scope: `chats:read`."""
        result: models.AwayReply = await self._transport.json("GET /api/v1/away-reply", {}, options)
        return result

    async def update_away_reply(
        self,
        *,
        is_on: bool | Omit = OMIT,
        condition: Literal["outside_hours", "nobody_online", "either", "both"] | Omit = OMIT,
        texts: list[models.AwayText] | Omit = OMIT,
        pause_hours: int | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.AwayReply:
        """Update the away reply of conversations without a team. Only the fields you send are updated. A customer who writes while the team is away gets one away reply until the conversation is closed, never after a member answered. It does not count as an answer. Scope: `admin`.

        Args:
            is_on: Whether customers get away replies. Off by default.
            condition: When the team is away: `outside_hours` of its business hours, while `nobody_online` of those who may answer is online, `either` of them, or `both`.
            texts: Texts by language. A customer gets the one in the language of the contact or of the web chat, or the first one in the script of their message; otherwise the first.
            pause_hours: A contact gets at most one away reply in so many hours.
        """
        result: models.AwayReply = await self._transport.json("PATCH /api/v1/away-reply", {"is_on": is_on, "condition": condition, "texts": texts, "pause_hours": pause_hours}, options)
        return result

    async def list_roles(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Roles:
        """List roles. The built-in roles first, then the custom ones by name. Scope: `chats:read`."""
        result: models.Roles = await self._transport.json("GET /api/v1/roles", {}, options)
        return result

    async def create_role(
        self,
        *,
        name: str,
        scopes: list[Literal["chats:read", "messages:read", "contacts:read", "tickets:read", "events:read", "reports:read", "chats:write", "messages:write", "messages:draft", "notes:write", "contacts:write", "tickets:write", "read", "write"]],
        visibility: Literal["all", "teams", "own"] | None | Omit = OMIT,
        sees_no_team: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Role:
        """Create a role. A role is a list of the scopes that API keys have, with the conversations, tickets and contacts that its members see. Scope: `admin`.

        Args:
            name: Names of roles differ by more than their case.
            scopes: The scopes of its members, as keys have them. A member can do what a key with them can.
            visibility: The conversations, tickets and contacts that its members see. `all`: those of the workspace. `teams`: those of their teams, those assigned to them, and those in which they take part. `own`: those assigned to them, unassigned ones of their teams, and those in which they take part. By default `all`.
            sees_no_team: Whether its members also see what has no team; with `own`, as long as it is unassigned. By default `true`.
        """
        result: models.Role = await self._transport.json("POST /api/v1/roles", {"name": name, "scopes": scopes, "visibility": visibility, "sees_no_team": sees_no_team}, options)
        return result

    async def get_role(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Role:
        """Get a role. Scope: `chats:read`.

        Args:
            id: The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one.
        """
        result: models.Role = await self._transport.json("GET /api/v1/roles/{id}", {"id": id}, options)
        return result

    async def update_role(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        scopes: list[Literal["chats:read", "messages:read", "contacts:read", "tickets:read", "events:read", "reports:read", "chats:write", "messages:write", "messages:draft", "notes:write", "contacts:write", "tickets:write", "read", "write"]] | Omit = OMIT,
        visibility: Literal["all", "teams", "own"] | Omit = OMIT,
        sees_no_team: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Role:
        """Update a role. Takes effect with each member's next request. Of a built-in role, only `visibility` and `sees_no_team` can be changed, and of `admin` nothing. Scope: `admin`.

        Args:
            id: The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one.
            name: Names of roles differ by more than their case.
            scopes: The scopes of its members, as keys have them. A member can do what a key with them can.
            visibility: The conversations, tickets and contacts that its members see. `all`: those of the workspace. `teams`: those of their teams, those assigned to them, and those in which they take part. `own`: those assigned to them, unassigned ones of their teams, and those in which they take part. By default `all`.
            sees_no_team: Whether its members also see what has no team; with `own`, as long as it is unassigned. By default `true`.
        """
        result: models.Role = await self._transport.json("PATCH /api/v1/roles/{id}", {"id": id, "name": name, "scopes": scopes, "visibility": visibility, "sees_no_team": sees_no_team}, options)
        return result

    async def delete_role(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a role. Deletes a custom role that nobody has any more. Scope: `admin`.

        Args:
            id: The name of a built-in role (`admin`, `supervisor`, `agent`, `light_agent`, `viewer`), or the id of a custom one.
        """
        await self._transport.none("DELETE /api/v1/roles/{id}", {"id": id}, options)

    def list_business_hours(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.BusinessHoursPage, models.BusinessHours]:
        """List business hours. Newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/business-hours", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_business_hours(
        self,
        *,
        name: str,
        time_zone: str,
        week: models.Week,
        exceptions: list[models.HoursException] | None | Omit = OMIT,
        is_default: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.BusinessHours:
        """Create business hours. The first ones of a workspace are the default. Scope: `admin`.

        Args:
            name: A name, unique in the workspace.
            time_zone: The IANA name of a time zone.
            exceptions: Days with other hours, which replace those of the week: each has either `date` or `yearly`.
            is_default: Whether they hold for everything that has no other business hours.
        """
        result: models.BusinessHours = await self._transport.json("POST /api/v1/business-hours", {"name": name, "time_zone": time_zone, "week": week, "exceptions": exceptions, "is_default": is_default}, options)
        return result

    async def get_business_hours(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.BusinessHours:
        """Get business hours. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.BusinessHours = await self._transport.json("GET /api/v1/business-hours/{id}", {"id": id}, options)
        return result

    async def update_business_hours(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        time_zone: str | Omit = OMIT,
        week: models.Week | Omit = OMIT,
        exceptions: list[models.HoursException] | Omit = OMIT,
        is_default: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.BusinessHours:
        """Update business hours. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            name: A name, unique in the workspace.
            time_zone: The IANA name of a time zone.
            exceptions: Days with other hours, which replace those of the week: each has either `date` or `yearly`.
            is_default: Whether they hold for everything that has no other business hours.
        """
        result: models.BusinessHours = await self._transport.json("PATCH /api/v1/business-hours/{id}", {"id": id, "name": name, "time_zone": time_zone, "week": week, "exceptions": exceptions, "is_default": is_default}, options)
        return result

    async def delete_business_hours(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete business hours. Members whose working hours they are have none then; teams that have used them use the default ones, if there are any. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/business-hours/{id}", {"id": id}, options)

    def list_sla_policies(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.SlaPolicyPage, models.SlaPolicy]:
        """List SLA policies. Newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/sla-policies", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_sla_policy(
        self,
        *,
        name: str,
        position: int | None | Omit = OMIT,
        team_ids: list[models.Id] | None | Omit = OMIT,
        channel_ids: list[models.Id] | None | Omit = OMIT,
        tag_ids: list[models.Id] | None | Omit = OMIT,
        first_response_minutes: int | None | Omit = OMIT,
        next_response_minutes: int | None | Omit = OMIT,
        resolution_minutes: int | None | Omit = OMIT,
        clock: Literal["business", "wall"] | None | Omit = OMIT,
        pauses: list[Literal["snoozed", "waiting_for_customer"]] | None | Omit = OMIT,
        warning_percent: int | None | Omit = OMIT,
        notify: list[Literal["assignee", "supervisors"]] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.SlaPolicy:
        """Create an SLA policy. It is applied to conversations that are created or reopened from now on. Scope: `admin`.

        Args:
            name: A name, unique in the workspace.
            position: Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets.
            team_ids: Only conversations of one of these teams. Empty: of any team, or of none.
            channel_ids: Only conversations on one of these channels. Empty: on any.
            tag_ids: Only conversations with one of these tags. Empty: with any tags.
            first_response_minutes: Minutes from the first message of a customer in a round to the answer of a person. Null: no target.
            next_response_minutes: Minutes from the first message of a customer after an answer to the next one. Null: no target.
            resolution_minutes: Minutes from the first message of a customer in a round, or from a reopening, to the close. Null: no target.
            clock: `business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count.
            pauses: States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does.
            warning_percent: A warning is due when so much of a target is used up, in percent. Null: no warning.
            notify: Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`.
        """
        result: models.SlaPolicy = await self._transport.json("POST /api/v1/sla-policies", {"name": name, "position": position, "team_ids": team_ids, "channel_ids": channel_ids, "tag_ids": tag_ids, "first_response_minutes": first_response_minutes, "next_response_minutes": next_response_minutes, "resolution_minutes": resolution_minutes, "clock": clock, "pauses": pauses, "warning_percent": warning_percent, "notify": notify}, options)
        return result

    async def get_sla_policy(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.SlaPolicy:
        """Get an SLA policy. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.SlaPolicy = await self._transport.json("GET /api/v1/sla-policies/{id}", {"id": id}, options)
        return result

    async def update_sla_policy(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        position: int | Omit = OMIT,
        team_ids: list[models.Id] | Omit = OMIT,
        channel_ids: list[models.Id] | Omit = OMIT,
        tag_ids: list[models.Id] | Omit = OMIT,
        first_response_minutes: int | None | Omit = OMIT,
        next_response_minutes: int | None | Omit = OMIT,
        resolution_minutes: int | None | Omit = OMIT,
        clock: Literal["business", "wall"] | Omit = OMIT,
        pauses: list[Literal["snoozed", "waiting_for_customer"]] | Omit = OMIT,
        warning_percent: int | None | Omit = OMIT,
        notify: list[Literal["assignee", "supervisors"]] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.SlaPolicy:
        """Update an SLA policy. Open rounds of conversations keep the version that they have. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            name: A name, unique in the workspace.
            position: Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets.
            team_ids: Only conversations of one of these teams. Empty: of any team, or of none.
            channel_ids: Only conversations on one of these channels. Empty: on any.
            tag_ids: Only conversations with one of these tags. Empty: with any tags.
            first_response_minutes: Minutes from the first message of a customer in a round to the answer of a person. Null: no target.
            next_response_minutes: Minutes from the first message of a customer after an answer to the next one. Null: no target.
            resolution_minutes: Minutes from the first message of a customer in a round, or from a reopening, to the close. Null: no target.
            clock: `business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count.
            pauses: States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does.
            warning_percent: A warning is due when so much of a target is used up, in percent. Null: no warning.
            notify: Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`.
        """
        result: models.SlaPolicy = await self._transport.json("PATCH /api/v1/sla-policies/{id}", {"id": id, "name": name, "position": position, "team_ids": team_ids, "channel_ids": channel_ids, "tag_ids": tag_ids, "first_response_minutes": first_response_minutes, "next_response_minutes": next_response_minutes, "resolution_minutes": resolution_minutes, "clock": clock, "pauses": pauses, "warning_percent": warning_percent, "notify": notify}, options)
        return result

    async def delete_sla_policy(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete an SLA policy. Its open targets are canceled. Those that were met or missed stay in reports. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/sla-policies/{id}", {"id": id}, options)


class AsyncTickets:
    """Operations of tickets."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_ticket(
        self,
        *,
        person_id: models.Id,
        title: str,
        message_id: models.IdOrNull | Omit = OMIT,
        conversation_id: str | None | Omit = OMIT,
        priority: Literal["low", "medium", "high", "urgent"] | None | Omit = OMIT,
        assignee_id: str | None | Omit = OMIT,
        team_id: str | None | Omit = OMIT,
        type_id: str | None | Omit = OMIT,
        due_at: str | None | Omit = OMIT,
        fields: dict[str, str | float | bool | None] | None | Omit = OMIT,
        description: str | None | Omit = OMIT,
        tag_ids: list[models.Id] | None | Omit = OMIT,
        media_ids: list[models.Id] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Ticket:
        """Create a ticket. Scope: `tickets:write`.

        Args:
            conversation_id: The conversation the ticket came from. Defaults to the conversation of `message_id`.
            priority: By default `medium`.
            assignee_id: The id of the membership to assign the ticket to.
            team_id: The id of a team. Defaults to the team of the conversation.
            type_id: The id of a ticket type.
            due_at: An RFC 3339 timestamp with any UTC offset.
            fields: Custom fields by name. The values of fields that are defined for tickets must have their type; other names take any text.
            description: Plain text for your team. The customer never receives it.
            tag_ids: The ids of the workspace's tags that the ticket gets.
            media_ids: Files to attach: ids from POST /api/v1/media.
        """
        result: models.Ticket = await self._transport.json("POST /api/v1/tickets", {"person_id": person_id, "title": title, "message_id": message_id, "conversation_id": conversation_id, "priority": priority, "assignee_id": assignee_id, "team_id": team_id, "type_id": type_id, "due_at": due_at, "fields": fields, "description": description, "tag_ids": tag_ids, "media_ids": media_ids}, options)
        return result

    def list_tickets(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        status: list[Literal["open", "pending", "solved", "closed"]] | str | Omit = OMIT,
        priority: list[Literal["low", "medium", "high", "urgent"]] | str | Omit = OMIT,
        assignee_id: models.Id | models.NoneOrMe | Omit = OMIT,
        team_id: models.Id | models.NoneOrMine | Omit = OMIT,
        person_id: models.Id | Omit = OMIT,
        conversation_id: models.Id | Omit = OMIT,
        tag_id: models.Id | Omit = OMIT,
        sla: list[Literal["on_time", "at_risk", "breached"]] | str | Omit = OMIT,
        follower_id: models.Id | Literal["me"] | Omit = OMIT,
        type_id: models.Id | Literal["none"] | Omit = OMIT,
        overdue: bool | Omit = OMIT,
        has_due_time: bool | Omit = OMIT,
        due_before: str | Omit = OMIT,
        fields: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        updated_since: str | Omit = OMIT,
        q: str | Omit = OMIT,
        sort: Literal["updated", "due", "priority", "sla"] | Omit = OMIT,
        expand: list[Literal["contact", "conversation", "sla"]] | str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ExpandedTicketPage, models.ExpandedTicket]:
        """List tickets. Most recently changed first by default. Scope: `tickets:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            status: One or more of open, pending, solved, closed, separated by commas.
            priority: One or more of low, medium, high, urgent, separated by commas.
            assignee_id: The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member).
            team_id: The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member).
            person_id: A UUID.
            conversation_id: A UUID.
            tag_id: A UUID.
            sla: Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more of on_time, at_risk, breached, separated by commas.
            follower_id: The id of a membership, or `me`: only tickets that this member follows.
            type_id: The id of a ticket type, or `none`.
            overdue: `true` returns only open and pending tickets that are past their due time.
            has_due_time: `false` returns only tickets without a due time.
            due_before: An RFC 3339 timestamp with any UTC offset.
            fields: Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            updated_since: Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset.
            q: Matches part of the title, or a ticket number such as 12 or #12.
            sort: `updated`: most recently changed first. `due`: earliest due time first. `priority`: most urgent first. `sla`: the ticket whose conversation has the SLA target that is due first, and only tickets with one.
            expand: Also returns, each as a field of its name, one or more of contact, conversation, sla, separated by commas.
        """
        return self._transport.pages("GET /api/v1/tickets", {"limit": limit, "cursor": cursor, "status": status, "priority": priority, "assignee_id": assignee_id, "team_id": team_id, "person_id": person_id, "conversation_id": conversation_id, "tag_id": tag_id, "sla": sla, "follower_id": follower_id, "type_id": type_id, "overdue": overdue, "has_due_time": has_due_time, "due_before": due_before, "fields": fields, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "updated_since": updated_since, "q": q, "sort": sort, "expand": expand}, "cursor", options)

    async def count_tickets(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.TicketCounts:
        """Count tickets. Returns the number of tickets in the standard views, counted up to 1,000. `mine` counts tickets assigned to the signed-in member. Scope: `tickets:read`."""
        result: models.TicketCounts = await self._transport.json("GET /api/v1/tickets/counts", {}, options)
        return result

    async def export_tickets(
        self,
        *,
        status: list[Literal["open", "pending", "solved", "closed"]] | str | Omit = OMIT,
        priority: list[Literal["low", "medium", "high", "urgent"]] | str | Omit = OMIT,
        assignee_id: models.Id | models.NoneOrMe | Omit = OMIT,
        team_id: models.Id | models.NoneOrMine | Omit = OMIT,
        person_id: models.Id | Omit = OMIT,
        conversation_id: models.Id | Omit = OMIT,
        tag_id: models.Id | Omit = OMIT,
        sla: list[Literal["on_time", "at_risk", "breached"]] | str | Omit = OMIT,
        follower_id: models.Id | Literal["me"] | Omit = OMIT,
        type_id: models.Id | Literal["none"] | Omit = OMIT,
        overdue: bool | Omit = OMIT,
        has_due_time: bool | Omit = OMIT,
        due_before: str | Omit = OMIT,
        fields: str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        updated_after: str | Omit = OMIT,
        updated_since: str | Omit = OMIT,
        q: str | Omit = OMIT,
        ids: str | Omit = OMIT,
        except_ids: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export tickets. Returns all tickets that match the filters, newest first. Scope: `tickets:read`. A session must be fresh.

        Args:
            status: One or more of open, pending, solved, closed, separated by commas.
            priority: One or more of low, medium, high, urgent, separated by commas.
            assignee_id: The id of a membership, `none` (unassigned) or `me` (assigned to the signed-in member).
            team_id: The id of a team, `none` (without a team) or `mine` (the teams of the signed-in member).
            person_id: A UUID.
            conversation_id: A UUID.
            tag_id: A UUID.
            sla: Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more of on_time, at_risk, breached, separated by commas.
            follower_id: The id of a membership, or `me`: only tickets that this member follows.
            type_id: The id of a ticket type, or `none`.
            overdue: `true` returns only open and pending tickets that are past their due time.
            has_due_time: `false` returns only tickets without a due time.
            due_before: An RFC 3339 timestamp with any UTC offset.
            fields: Only tickets with these values of custom fields, in the form of the filter of contacts: `plan:gold,silver;age:18..30`.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            updated_after: Changed at or after this time. An RFC 3339 timestamp with any UTC offset.
            updated_since: Alias of `updated_after`. An RFC 3339 timestamp with any UTC offset.
            q: Matches part of the title, or a ticket number such as 12 or #12.
            ids: Up to 100 ids, separated by commas: only these tickets.
            except_ids: Up to 100 ids, separated by commas: tickets to leave out.
        """
        return await self._transport.text("GET /api/v1/tickets/export.csv", {"status": status, "priority": priority, "assignee_id": assignee_id, "team_id": team_id, "person_id": person_id, "conversation_id": conversation_id, "tag_id": tag_id, "sla": sla, "follower_id": follower_id, "type_id": type_id, "overdue": overdue, "has_due_time": has_due_time, "due_before": due_before, "fields": fields, "created_after": created_after, "created_before": created_before, "updated_after": updated_after, "updated_since": updated_since, "q": q, "ids": ids, "except_ids": except_ids}, options)

    async def export_selected_tickets(
        self,
        *,
        ids: list[models.Id] | None | Omit = OMIT,
        except_ids: list[models.Id] | None | Omit = OMIT,
        filter: models.TicketFilter | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> str:
        """Export selected tickets. Works like the GET. Its body takes thousands of ids. Scope: `tickets:read`. A session must be fresh.

        Args:
            ids: Only these items.
            except_ids: Items to leave out.
            filter: The filters of the list. Without filters, everything matches.
        """
        return await self._transport.text("POST /api/v1/tickets/export.csv", {"ids": ids, "except_ids": except_ids, "filter": filter}, options)

    async def get_ticket(
        self,
        *,
        id: str,
        expand: list[Literal["contact", "conversation", "sla"]] | str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.ExpandedTicket:
        """Get a ticket. Scope: `tickets:read`.

        Args:
            expand: Also returns, each as a field of its name, one or more of contact, conversation, sla, separated by commas.
            id: The id of the resource, a UUID.
        """
        result: models.ExpandedTicket = await self._transport.json("GET /api/v1/tickets/{id}", {"expand": expand, "id": id}, options)
        return result

    async def update_ticket(
        self,
        *,
        id: str,
        title: str | Omit = OMIT,
        priority: Literal["low", "medium", "high", "urgent"] | Omit = OMIT,
        status: Literal["open", "pending", "solved", "closed"] | Omit = OMIT,
        assignee_id: models.IdOrNull | Omit = OMIT,
        team_id: models.IdOrNull | Omit = OMIT,
        type_id: models.IdOrNull | Omit = OMIT,
        due_at: str | None | Omit = OMIT,
        fields: dict[str, str | float | bool | None] | Omit = OMIT,
        description: str | None | Omit = OMIT,
        tag_ids: list[models.Id] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Ticket:
        """Update a ticket. Scope: `tickets:write`.

        Args:
            id: The id of the resource, a UUID.
            due_at: An RFC 3339 timestamp with any UTC offset.
            fields: Only the fields you send are updated; null removes a field.
            description: Plain text for your team. The customer never receives it.
            tag_ids: Replaces the ticket's tags.
        """
        result: models.Ticket = await self._transport.json("PATCH /api/v1/tickets/{id}", {"id": id, "title": title, "priority": priority, "status": status, "assignee_id": assignee_id, "team_id": team_id, "type_id": type_id, "due_at": due_at, "fields": fields, "description": description, "tag_ids": tag_ids}, options)
        return result

    async def add_ticket_attachment(
        self,
        *,
        id: str,
        media_id: str,
        options: CallOptions | None = None,
    ) -> models.TicketAttachment:
        """Attach a file to a ticket. Upload the file with `POST /api/v1/media` first, and pass its id. The customer never receives it. Scope: `tickets:write`.

        Args:
            id: The id of the resource, a UUID.
            media_id: The id from POST /api/v1/media.
        """
        result: models.TicketAttachment = await self._transport.json("POST /api/v1/tickets/{id}/attachments", {"id": id, "media_id": media_id}, options)
        return result

    async def remove_ticket_attachment(
        self,
        *,
        id: str,
        media_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Remove a file from a ticket. Scope: `tickets:write`.

        Args:
            id: The id of the ticket, a UUID.
            media_id: The id of the attached file, a UUID.
        """
        await self._transport.none("DELETE /api/v1/tickets/{id}/attachments/{media_id}", {"id": id, "media_id": media_id}, options)

    async def send_customer_update(
        self,
        *,
        id: str,
        canned_reply_id: models.IdOrNull | Omit = OMIT,
        text: str | None | Omit = OMIT,
        again: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.SentMessage:
        """Send the customer an update about a ticket. Sends a message in the conversation of the ticket, as `sendMessage` does. A second one about the same status is refused unless `again` is true. Scope: `messages:write`.

        Args:
            id: The id of the resource, a UUID.
            text: Instead of a canned reply. {number}, {title} and {status} are replaced, as are {name}, {first_name} and {my_name}.
            again: Sends it also if the customer got an update since the status was changed. By default `false`.
        """
        result: models.SentMessage = await self._transport.json("POST /api/v1/tickets/{id}/customer-updates", {"id": id, "canned_reply_id": canned_reply_id, "text": text, "again": again}, options)
        return result

    async def follow_ticket(
        self,
        *,
        id: str,
        membership_id: models.IdOrNull | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Ticket:
        """Follow a ticket. Followers are notified of comments, of changes of the status, and when the ticket is overdue. A member whom a comment mentions follows. Scope: `tickets:write`.

        Args:
            id: The id of the resource, a UUID.
            membership_id: The member who follows the ticket. Defaults to the signed-in member; a key must name one.
        """
        result: models.Ticket = await self._transport.json("POST /api/v1/tickets/{id}/followers", {"id": id, "membership_id": membership_id}, options)
        return result

    async def unfollow_ticket(
        self,
        *,
        id: str,
        membership_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Stop following a ticket. Scope: `tickets:write`.

        Args:
            id: The id of the ticket, a UUID.
            membership_id: The id of the membership, a UUID.
        """
        await self._transport.none("DELETE /api/v1/tickets/{id}/followers/{membership_id}", {"id": id, "membership_id": membership_id}, options)

    async def list_ticket_links(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.TicketLinks:
        """List the links of a ticket. Links to tickets that the caller does not see are left out. Scope: `tickets:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.TicketLinks = await self._transport.json("GET /api/v1/tickets/{id}/links", {"id": id}, options)
        return result

    async def create_ticket_link(
        self,
        *,
        id: str,
        ticket_id: str,
        kind: Literal["relates_to", "blocks", "duplicate_of", "blocked_by", "duplicated_by"],
        options: CallOptions | None = None,
    ) -> models.TicketLink:
        """Link a ticket to another one. Both tickets show the link. Two tickets have at most one. Scope: `tickets:write`.

        Args:
            id: The id of the resource, a UUID.
            ticket_id: The id of the other ticket.
            kind: What the ticket of the path is to the other one.
        """
        result: models.TicketLink = await self._transport.json("POST /api/v1/tickets/{id}/links", {"id": id, "ticket_id": ticket_id, "kind": kind}, options)
        return result

    async def delete_ticket_link(
        self,
        *,
        id: str,
        link_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a link of a ticket. Scope: `tickets:write`.

        Args:
            id: The id of the ticket, a UUID.
            link_id: The id of the link, a UUID.
        """
        await self._transport.none("DELETE /api/v1/tickets/{id}/links/{link_id}", {"id": id, "link_id": link_id}, options)

    def list_ticket_types(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.TicketTypePage, models.TicketType]:
        """List ticket types. Newest first. Scope: `tickets:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/ticket-types", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_ticket_type(
        self,
        *,
        name: str,
        options: CallOptions | None = None,
    ) -> models.TicketType:
        """Create a ticket type. Scope: `admin`."""
        result: models.TicketType = await self._transport.json("POST /api/v1/ticket-types", {"name": name}, options)
        return result

    async def update_ticket_type(
        self,
        *,
        id: str,
        name: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.TicketType:
        """Rename a ticket type. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.TicketType = await self._transport.json("PATCH /api/v1/ticket-types/{id}", {"id": id, "name": name}, options)
        return result

    async def delete_ticket_type(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a ticket type. Its tickets then have no type. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/ticket-types/{id}", {"id": id}, options)

    def list_ticket_activity(
        self,
        *,
        id: str,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        kind: Literal["comment", "change"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.TicketActivityPage, models.TicketActivity]:
        """List the comments and changes of a ticket. Newest first. Scope: `tickets:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            kind: Returns only comments, or only changes.
            id: The id of the resource, a UUID.
        """
        return self._transport.pages("GET /api/v1/tickets/{id}/activity", {"limit": limit, "cursor": cursor, "kind": kind, "id": id}, "cursor", options)

    async def create_ticket_comment(
        self,
        *,
        id: str,
        text: str,
        mentions: list[models.Id] | None | Omit = OMIT,
        mentioned_team_ids: list[models.Id] | None | Omit = OMIT,
        add_participants: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.TicketComment:
        """Add a comment to a ticket. Comments are internal. They are never sent to customers or platforms. Scope: `tickets:write`.

        Args:
            id: The id of the resource, a UUID.
            mentions: The memberships to mention.
            mentioned_team_ids: Teams whose members are mentioned, as they are now.
            add_participants: Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`.
        """
        result: models.TicketComment = await self._transport.json("POST /api/v1/tickets/{id}/comments", {"id": id, "text": text, "mentions": mentions, "mentioned_team_ids": mentioned_team_ids, "add_participants": add_participants}, options)
        return result

    async def update_ticket_comment(
        self,
        *,
        id: str,
        text: str | Omit = OMIT,
        mentions: list[models.Id] | Omit = OMIT,
        mentioned_team_ids: list[models.Id] | Omit = OMIT,
        add_participants: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.TicketComment:
        """Update a comment on a ticket. Only the author or an admin can do this. Only the fields you send are updated. The earlier text stays in the history. Scope: `tickets:write`.

        Args:
            id: The id of the resource, a UUID.
            mentions: The memberships to mention.
            mentioned_team_ids: Teams whose members are mentioned, as they are now.
            add_participants: Whether to add mentioned members who do not see the conversation to its participants. Without it, such a mention is refused with `mention_needs_access`.
        """
        result: models.TicketComment = await self._transport.json("PATCH /api/v1/ticket-comments/{id}", {"id": id, "text": text, "mentions": mentions, "mentioned_team_ids": mentioned_team_ids, "add_participants": add_participants}, options)
        return result

    async def delete_ticket_comment(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a comment on a ticket. Only the author or an admin can do this. Its earlier texts are deleted too. Scope: `tickets:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/ticket-comments/{id}", {"id": id}, options)


class AsyncWebhooks:
    """Operations of webhooks."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_webhooks(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.WebhookEndpointPage, models.WebhookEndpoint]:
        """List webhooks. Returns all webhook endpoints without their secrets, newest first. Scope: `webhooks:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
        """
        return self._transport.pages("GET /api/v1/webhooks", {"limit": limit, "cursor": cursor}, "cursor", options)

    async def create_webhook(
        self,
        *,
        url: str,
        events: list[models.EventType] | None | Omit = OMIT,
        description: str | None | Omit = OMIT,
        max_in_flight: int | None | Omit = OMIT,
        rate_limit: int | None | Omit = OMIT,
        ordering: Literal["subject", "creation", "conversation"] | None | Omit = OMIT,
        filters: models.NewWebhookFilters | None | Omit = OMIT,
        headers: dict[str, str | None] | None | Omit = OMIT,
        oauth: models.NewWebhookOauth | None | Omit = OMIT,
        tls: models.NewWebhookTls | None | Omit = OMIT,
        payload: Literal["full", "thin"] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.WebhookEndpointWithSecret:
        """Create a webhook. Subscribes a URL to events. The response contains the signing secret. It is shown only once. Scope: `webhooks:write`. A session must be fresh.

        Args:
            url: A URL that starts with http:// or https://.
            events: Default: message.sent, contact.created, ticket.created.
            max_in_flight: The number of concurrent deliveries. Default: 20 with `ordering: subject`, else 1.
            ordering: By default `subject`.
            headers: Custom headers of every delivery, at most 20. A text sets a header, null removes it, others stay; null for `headers` removes all. Values are stored encrypted and never returned.
            oauth: OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server. Null means none.
            tls: The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both.
            payload: `full`: the resource of the event. `thin`: only its `id`, and the `path` to read it with an API key, so that no personal data is sent. By default `full`.
        """
        result: models.WebhookEndpointWithSecret = await self._transport.json("POST /api/v1/webhooks", {"url": url, "events": events, "description": description, "max_in_flight": max_in_flight, "rate_limit": rate_limit, "ordering": ordering, "filters": filters, "headers": headers, "oauth": oauth, "tls": tls, "payload": payload}, options)
        return result

    async def get_webhook(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.WebhookEndpoint:
        """Get a webhook. Scope: `webhooks:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.WebhookEndpoint = await self._transport.json("GET /api/v1/webhooks/{id}", {"id": id}, options)
        return result

    async def update_webhook(
        self,
        *,
        id: str,
        url: str | Omit = OMIT,
        events: list[models.EventType] | Omit = OMIT,
        description: str | None | Omit = OMIT,
        status: Literal["enabled", "disabled"] | Omit = OMIT,
        max_in_flight: int | Omit = OMIT,
        rate_limit: int | None | Omit = OMIT,
        ordering: Literal["subject", "creation", "conversation"] | Omit = OMIT,
        filters: models.WebhookFilters | None | Omit = OMIT,
        headers: dict[str, str | None] | None | Omit = OMIT,
        oauth: models.WebhookOauthChanges | None | Omit = OMIT,
        tls: models.WebhookTlsChanges | None | Omit = OMIT,
        payload: Literal["full", "thin"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.WebhookEndpoint:
        """Update a webhook. Only the fields you send are updated; null clears a field. When you enable an endpoint, its pending deliveries are sent. Scope: `webhooks:write`.

        Args:
            id: The id of the resource, a UUID.
            url: A URL that starts with http:// or https://.
            max_in_flight: The number of concurrent deliveries. Default: 20 with `ordering: subject`, else 1.
            ordering: By default `subject`.
            headers: Custom headers of every delivery, at most 20. A text sets a header, null removes it, others stay; null for `headers` removes all. Values are stored encrypted and never returned.
            oauth: OAuth 2 client credentials (RFC 6749, section 4.4). Deliveries carry a bearer token of this server. Fields that you don't name stay; null removes it. If `token_url` or the URL of the endpoint names another server, `client_secret` is required.
            tls: The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both.
            payload: `full`: the resource of the event. `thin`: only its `id`, and the `path` to read it with an API key, so that no personal data is sent. By default `full`.
        """
        result: models.WebhookEndpoint = await self._transport.json("PATCH /api/v1/webhooks/{id}", {"id": id, "url": url, "events": events, "description": description, "status": status, "max_in_flight": max_in_flight, "rate_limit": rate_limit, "ordering": ordering, "filters": filters, "headers": headers, "oauth": oauth, "tls": tls, "payload": payload}, options)
        return result

    async def delete_webhook(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a webhook. Unsubscribes the URL and cancels its pending deliveries. Scope: `webhooks:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/webhooks/{id}", {"id": id}, options)

    def list_webhook_deliveries(
        self,
        *,
        id: str,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        status: list[Literal["pending", "succeeded", "failed", "cancelled"]] | str | Omit = OMIT,
        type: list[models.EventType] | str | Omit = OMIT,
        event_type: list[models.EventType] | str | Omit = OMIT,
        error: list[Literal["invalid_url", "invalid_request", "blocked_target", "dns_not_found", "dns_failed", "connection_refused", "connection_failed", "connection_closed", "certificate_expired", "certificate_untrusted", "certificate_mismatch", "client_certificate_required", "client_certificate_refused", "tls_failed", "invalid_response", "timeout", "aborted", "token_server_blocked", "token_server_failed", "token_refused", "token_invalid", "redirect_not_followed", "unexpected_status"]] | str | Omit = OMIT,
        created_after: str | Omit = OMIT,
        created_before: str | Omit = OMIT,
        since: str | Omit = OMIT,
        until: str | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.WebhookDeliveryPage, models.WebhookDelivery]:
        """List the deliveries of a webhook. Newest first. If few deliveries match, a page can be short or empty and still have a `next_cursor`. Scope: `webhooks:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            status: One or more of pending, succeeded, failed, cancelled, separated by commas.
            type: Deliveries of events of one or more of the values, separated by commas.
            event_type: Alias of `type`: one or more of the values, separated by commas.
            error: The last attempt ended with one or more of the values, separated by commas.
            created_after: Created at or after this time. An RFC 3339 timestamp with any UTC offset.
            created_before: Created before this time. An RFC 3339 timestamp with any UTC offset.
            since: Alias of `created_after`. An RFC 3339 timestamp with any UTC offset.
            until: Alias of `created_before`. An RFC 3339 timestamp with any UTC offset.
            id: The id of the resource, a UUID.
        """
        return self._transport.pages("GET /api/v1/webhooks/{id}/deliveries", {"limit": limit, "cursor": cursor, "status": status, "type": type, "event_type": event_type, "error": error, "created_after": created_after, "created_before": created_before, "since": since, "until": until, "id": id}, "cursor", options)

    async def rotate_signing_secret(
        self,
        *,
        id: str,
        expire_now: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.WebhookEndpointWithSecret:
        """Rotate the signing secret of a webhook. The response contains the new secret. It is shown only once. For 24 hours, deliveries are also signed with the previous secret. `expire_now` ends all previous secrets immediately. Scope: `webhooks:write`. A session must be fresh.

        Args:
            id: The id of the resource, a UUID.
            expire_now: Ends all previous secrets immediately instead of after 24 hours. By default `false`.
        """
        result: models.WebhookEndpointWithSecret = await self._transport.json("POST /api/v1/webhooks/{id}/rotate-secret", {"id": id, "expire_now": expire_now}, options)
        return result

    async def test_webhook(
        self,
        *,
        id: str,
        event_type: Literal["message.sent", "contact.created", "ticket.created", "message.received", "message.status_changed", "message.updated", "message.echoed", "conversation.created", "conversation.updated", "note.created", "note.updated", "contact.updated", "ticket.updated", "ticket_comment.created", "ticket_comment.updated", "contact.erased", "contact.blocked", "contact.unblocked", "contact.opted_out", "contact.opted_in", "member.updated", "csat.answered", "sla.warning", "sla.breached", "bot.timed_out", "automation.triggered"] | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryWithAttempts:
        """Send a test delivery to a webhook. Sends a sample event with `test: true` and waits for the result. A test delivery is not retried. Scope: `webhooks:write`.

        Args:
            id: The id of the resource, a UUID.
            event_type: By default `message.received`.
        """
        result: models.WebhookDeliveryWithAttempts = await self._transport.json("POST /api/v1/webhooks/{id}/test", {"id": id, "event_type": event_type}, options)
        return result

    async def replay_webhook(
        self,
        *,
        id: str,
        types: list[models.EventType] | None | Omit = OMIT,
        since: str | None | Omit = OMIT,
        until: str | None | Omit = OMIT,
        statuses: list[Literal["failed", "cancelled", "succeeded", "missing"]] | None | Omit = OMIT,
        status: Literal["failed", "cancelled", "succeeded", "missing"] | None | Omit = OMIT,
        rate_limit: int | None | Omit = OMIT,
        dry_run: bool | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.WebhookReplayCount:
        """Replay deliveries of a webhook. Queues all matching deliveries again, oldest first. The replay runs in the background and respects the endpoint's limits. Selects failed and cancelled deliveries by default. With `dry_run`, it only counts. Scope: `webhooks:write`.

        Args:
            id: The id of the resource, a UUID.
            since: Only events at or after this time.
            until: Only events before this time. Defaults to now.
            statuses: Defaults to `failed` and `cancelled`. `missing` selects events without a delivery to the endpoint.
            status: Only one status.
            rate_limit: Deliveries per second. No rate limit by default.
            dry_run: Only counts the deliveries. Nothing is changed. By default `false`.
        """
        result: models.WebhookReplayCount = await self._transport.json("POST /api/v1/webhooks/{id}/replay", {"id": id, "types": types, "since": since, "until": until, "statuses": statuses, "status": status, "rate_limit": rate_limit, "dry_run": dry_run}, options)
        return result

    def list_webhook_replays(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        endpoint_id: models.Id | Omit = OMIT,
        status: Literal["running", "paused", "completed", "cancelled"] | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.WebhookReplayPage, models.WebhookReplay]:
        """List replays of webhooks. Newest first. Scope: `webhooks:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            endpoint_id: A UUID.
            status: Only replays with this status.
        """
        return self._transport.pages("GET /api/v1/webhook-replays", {"limit": limit, "cursor": cursor, "endpoint_id": endpoint_id, "status": status}, "cursor", options)

    async def get_webhook_replay(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.WebhookReplayWithProgress:
        """Get a replay of a webhook. Includes its progress and the outcomes of the deliveries it queued. Scope: `webhooks:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.WebhookReplayWithProgress = await self._transport.json("GET /api/v1/webhook-replays/{id}", {"id": id}, options)
        return result

    async def pause_webhook_replay(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.WebhookReplay:
        """Pause a replay of a webhook. What it has offered is delivered. Scope: `webhooks:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.WebhookReplay = await self._transport.json("POST /api/v1/webhook-replays/{id}/pause", {"id": id}, options)
        return result

    async def resume_webhook_replay(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.WebhookReplay:
        """Resume a replay of a webhook. It goes on where it stopped. Scope: `webhooks:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.WebhookReplay = await self._transport.json("POST /api/v1/webhook-replays/{id}/resume", {"id": id}, options)
        return result

    async def cancel_webhook_replay(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.WebhookReplay:
        """Cancel a replay of a webhook. It offers nothing more; what it has offered is delivered. Scope: `webhooks:write`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.WebhookReplay = await self._transport.json("POST /api/v1/webhook-replays/{id}/cancel", {"id": id}, options)
        return result


class AsyncWorkspace:
    """Operations of workspace."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list_members(
        self,
        *,
        limit: int | Omit = OMIT,
        cursor: str | Omit = OMIT,
        removed: bool | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.MemberPage, models.Member]:
        """List members. Returns current and former members, newest first. Scope: `chats:read`.

        Args:
            limit: The number of items per page.
            cursor: The `next_cursor` of the previous page. Send it with the same filters.
            removed: `true` returns only former members, `false` only current ones.
        """
        return self._transport.pages("GET /api/v1/members", {"limit": limit, "cursor": cursor, "removed": removed}, "cursor", options)

    async def get_member(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> models.Member:
        """Get a member. Scope: `chats:read`.

        Args:
            id: The id of the resource, a UUID.
        """
        result: models.Member = await self._transport.json("GET /api/v1/members/{id}", {"id": id}, options)
        return result

    async def update_member(
        self,
        *,
        id: str,
        availability: Literal["online", "away", "offline"] | None | Omit = OMIT,
        availability_until: str | None | Omit = OMIT,
        business_hours_id: str | None | Omit = OMIT,
        options: CallOptions | None = None,
    ) -> models.Member:
        """Set the availability of a member. Only the fields you send are updated. Without an availability that is set by hand, members are offline outside of their working hours, and otherwise online while they have had the app open in the last 5 minutes. Each change is a `member.updated`. Members set their own in the web app. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            availability: Sets the availability by hand, which holds whatever the working hours and the activity of the member are. Null: they decide again.
            availability_until: When it ends, at most 366 days from now. Null or missing: it holds until it is changed.
            business_hours_id: The id of business hours, which become the working hours of the member. Null: none.
        """
        result: models.Member = await self._transport.json("PATCH /api/v1/members/{id}", {"id": id, "availability": availability, "availability_until": availability_until, "business_hours_id": business_hours_id}, options)
        return result

    async def delete_member_picture(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Remove the picture of a member. The initials are shown again. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
        """
        await self._transport.none("DELETE /api/v1/members/{id}/picture", {"id": id}, options)

    async def set_member_picture(
        self,
        *,
        id: str,
        file: File,
        options: CallOptions | None = None,
    ) -> models.Member:
        """Set the picture of a member. Stores the square in the middle of the image as WebP of 256 × 256 pixels, without metadata. Members set their own in the web app. Scope: `admin`.

        Args:
            id: The id of the resource, a UUID.
            file: A PNG, JPEG or WebP image of at most 5 MB and 4,096 × 4,096 pixels.
        """
        result: models.Member = await self._transport.upload("PUT /api/v1/members/{id}/picture", {"id": id, "file": file}, options)
        return result


class AsyncResources:
    """The resources of the API."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.api_keys = AsyncApiKeys(transport)
        self.bots = AsyncBots(transport)
        self.bulk_actions = AsyncBulkActions(transport)
        self.channels = AsyncChannels(transport)
        self.contacts = AsyncContacts(transport)
        self.conversations = AsyncConversations(transport)
        self.data_exports = AsyncDataExports(transport)
        self.erasures = AsyncErasures(transport)
        self.events = AsyncEvents(transport)
        self.messages = AsyncMessages(transport)
        self.ratings = AsyncRatings(transport)
        self.reports = AsyncReports(transport)
        self.rules = AsyncRules(transport)
        self.teams = AsyncTeams(transport)
        self.tickets = AsyncTickets(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.workspace = AsyncWorkspace(transport)
