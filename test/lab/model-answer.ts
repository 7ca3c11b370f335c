import type { ModelApi } from "./model-request.ts"

/** What the fake model says: a text, or one call of a tool with its arguments as JSON text. */
export type ModelAnswer =
  | { readonly text: string }
  | { readonly tool: string; readonly arguments: string; readonly id: string }

/** The body of an answer: server-sent events when the host asked for a stream, else one JSON document. */
export const renderAnswer = (
  answer: ModelAnswer,
  form: { readonly api: ModelApi; readonly streamed: unknown },
): string => {
  if (form.streamed !== true)
    return JSON.stringify(form.api === "anthropic" ? wholeAnthropic(answer) : wholeOpenai(answer))
  return form.api === "anthropic" ? streamedAnthropic(answer) : streamedOpenai(answer)
}

const streamedOpenai = (answer: ModelAnswer): string => {
  const chunk = (delta: object, finish: string | null): string =>
    sent({
      id: "fake",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(finish === null ? {} : { usage: openaiUsage }),
    })
  const said =
    "text" in answer
      ? { role: "assistant", content: answer.text }
      : { role: "assistant", tool_calls: [{ index: 0, ...openaiCall(answer) }] }
  return `${chunk(said, null)}${chunk({}, openaiFinish(answer))}data: [DONE]\n\n`
}

const wholeOpenai = (answer: ModelAnswer): object => {
  const message =
    "text" in answer
      ? { role: "assistant", content: answer.text }
      : { role: "assistant", content: null, tool_calls: [openaiCall(answer)] }
  const choices = [{ index: 0, message, finish_reason: openaiFinish(answer) }]
  return { id: "fake", object: "chat.completion", created: 1, model: "m", choices, usage: openaiUsage }
}

const openaiFinish = (answer: ModelAnswer): string => ("text" in answer ? "stop" : "tool_calls")

const openaiCall = (call: Exclude<ModelAnswer, { readonly text: string }>): object => ({
  id: call.id,
  type: "function",
  function: { name: call.tool, arguments: call.arguments },
})

const openaiUsage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 }

const streamedAnthropic = (answer: ModelAnswer): string => {
  const start = { ...anthropicMessage, content: [], stop_reason: null }
  const block =
    "text" in answer ? { type: "text", text: "" } : { type: "tool_use", id: answer.id, name: answer.tool, input: {} }
  const delta =
    "text" in answer
      ? { type: "text_delta", text: answer.text }
      : { type: "input_json_delta", partial_json: answer.arguments }
  const events = [
    { type: "message_start", message: start },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: anthropicStop(answer), stop_sequence: null },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ]
  return events.map((event) => `event: ${event.type}\n${sent(event)}`).join("")
}

const wholeAnthropic = (answer: ModelAnswer): object => {
  const content =
    "text" in answer
      ? { type: "text", text: answer.text }
      : { type: "tool_use", id: answer.id, name: answer.tool, input: JSON.parse(answer.arguments) }
  return { ...anthropicMessage, content: [content], stop_reason: anthropicStop(answer) }
}

const anthropicMessage = {
  id: "fake",
  type: "message",
  role: "assistant",
  model: "m",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 1 },
}

const anthropicStop = (answer: ModelAnswer): string => ("text" in answer ? "end_turn" : "tool_use")

const sent = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
