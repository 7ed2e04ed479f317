/**
 * The name of a text about a value of the API: dots, which nest the texts of a language, become underscores.
 * `message.sent` becomes `message_sent`.
 */
export type TextKey<Value extends string> = Value extends `${infer Head}.${infer Tail}`
  ? `${Head}_${TextKey<Tail>}`
  : Value

/** Returns the name of the text about `value`. */
export function toTextKey<Value extends string>(value: Value): TextKey<Value> {
  return value.replaceAll('.', '_') as TextKey<Value>
}
