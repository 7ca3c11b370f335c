import type { UpstreamGroup } from "../../core/index.ts"
import type { JsonObject } from "../read-frame.ts"

/** skill-map's tools by group. */
export const GROUPS: Readonly<Record<UpstreamGroup, readonly string[]>> = {
  graph: ["query_graph", "get_node", "list_issues", "get_branch"],
  queue: ["list_extensions", "list_jobs", "get_job", "submit_job", "claim_job", "record_job", "cancel_job", "fail_job"],
  findings: [
    "list_findings",
    "resolve_finding",
    "dismiss_finding",
    "reopen_finding",
    "undismiss_finding",
    "delete_finding",
  ],
  suppressions: ["dismiss_issue", "undismiss_issue", "list_issue_suppressions"],
}

/** Those that change nothing, and so may be asked again when an answer was lost. */
export const READS: ReadonlySet<string> = new Set([
  "query_graph",
  "get_node",
  "list_issues",
  "get_branch",
  "list_extensions",
  "list_jobs",
  "get_job",
  "list_findings",
  "list_issue_suppressions",
])

type Property = Readonly<Record<string, unknown>>

const MOST = Number.MAX_SAFE_INTEGER
const text = (description: string): Property => ({ type: "string", description })
const flag = (description: string): Property => ({ type: "boolean", description })
const texts = (description: string): Property => ({ type: "array", items: { type: "string" }, description })
const positive = (description: string): Property => ({
  type: "integer",
  exclusiveMinimum: 0,
  maximum: MOST,
  description,
})
const natural = (description: string): Property => ({ type: "integer", minimum: 0, maximum: MOST, description })
const whole = (description: string): Property => ({ type: "integer", minimum: -MOST, maximum: MOST, description })

const NODE = text("The node's path relative to the project.")
const JOB = text("The job's id.")
const FINDING = positive("The finding's number.")
const CONFIRM = flag("Agrees to this one change of a .sm file.")
const ALWAYS = flag("Agrees to such changes of .sm files from now on.")
const NOTE = text("A remark kept with it.")

interface Shape {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

const SHAPES: readonly Shape[] = [
  {
    name: "query_graph",
    title: "Query the map of skills",
    description:
      "Reads a part of the project's map: skills, agents and commands, the links between them and the issues found in them.",
    properties: {
      kind: text("Only these kinds of nodes, with commas between them: skill,agent."),
      has: text('Only nodes that have something; "issues" is all there is.'),
      path: text("Only nodes whose paths fit this glob."),
      limit: positive("How many nodes at most; 100 when left out."),
    },
  },
  {
    name: "get_node",
    title: "Read one node",
    description: "Reads everything the map knows of one file: its data, its links in both directions and its issues.",
    properties: { path: NODE, includeBody: flag("Whether the file's text comes with it.") },
    required: ["path"],
  },
  {
    name: "list_issues",
    title: "List the issues of the last scan",
    description: "Lists what the last scan found amiss, page by page.",
    properties: {
      severity: text("Only these, with commas between them: error, warn, info."),
      analyzerId: text("Only issues of these analyzers, with commas between them."),
      node: text("Only issues of the node at this path."),
      limit: positive("Issues on a page; 100 when left out, at most 1000."),
      offset: natural("How many issues to pass over."),
    },
  },
  {
    name: "get_branch",
    title: "Read the map of some folders",
    description: "Reads the map of one folder or several, as it is drawn: nodes, links and issues.",
    properties: {
      path: texts("Folders to show; their order says which come first when not all nodes fit."),
      exclude: texts("Folders to hide within them."),
      excludeRoot: flag("Whether everything else is hidden; worked out from the folders when left out."),
      limit: positive("How many nodes at most."),
    },
    required: ["path"],
  },
  {
    name: "list_extensions",
    title: "List what jobs can be made of",
    description: "Lists the extensions whose jobs an agent does: their ids, kinds and purposes, for submit_job.",
  },
  {
    name: "list_jobs",
    title: "List jobs",
    description: "Lists the jobs in the queue and their states.",
    properties: {
      status: text("Only jobs in this state: queued, running, completed, failed or cancelled."),
      extension: text("Only jobs of this extension."),
      node: text("Only jobs for the node at this path."),
    },
  },
  {
    name: "get_job",
    title: "Read one job",
    description: "Reads one job and its state.",
    properties: { id: JOB },
    required: ["id"],
  },
  {
    name: "submit_job",
    title: "Put a job into the queue",
    description: "Puts a job of an extension for one node into the queue, or says why it cannot.",
    properties: {
      node: NODE,
      extension: text("The extension's id, from list_extensions."),
      autoFix: flag("Whether fixers follow on what is found."),
      findingIds: { type: "array", items: omitDescription(FINDING), description: "Only these findings, for a fixer." },
      force: flag("Whether to leave out the look for an equal job."),
      ttl: whole("Seconds after which a running job expires; 0 for never."),
      priority: whole("Higher ones are claimed first."),
    },
    required: ["node", "extension"],
  },
  {
    name: "claim_job",
    title: "Take the next job",
    description:
      "Takes the next job from the queue and gives its id, its nonce and what is to be done, or null when there is none. Finish it with record_job.",
    properties: {
      runner: text("A name for who takes it."),
      filter: text("Only jobs of this extension."),
      wait: positive("Seconds to wait for a job when there is none, at most 3600."),
    },
  },
  {
    name: "record_job",
    title: "Finish a job",
    description: "Records how a job that was taken ended, with the agent's report.",
    properties: {
      id: JOB,
      nonce: text("The nonce that claim_job gave with it."),
      status: { type: "string", enum: ["completed", "failed"], description: "How it ended." },
      report: text("The report, JSON as text; needed when it is completed."),
      failureReason: text("Why it failed."),
      tokensIn: natural("Tokens read."),
      tokensOut: natural("Tokens written."),
      durationMs: natural("How long it took, in milliseconds."),
      model: text("The model that did it."),
    },
    required: ["id", "nonce", "status"],
  },
  {
    name: "cancel_job",
    title: "Cancel a job",
    description: "Cancels a job that is queued or running; an agent at work on it is not stopped.",
    properties: { id: JOB },
    required: ["id"],
  },
  {
    name: "fail_job",
    title: "Give a job up",
    description: "Marks a queued or running job as failed.",
    properties: { id: JOB },
    required: ["id"],
  },
  {
    name: "list_findings",
    title: "List findings",
    description: "Lists what finished jobs have found, in one node or in the whole project.",
    properties: {
      node: text("Only findings in the node at this path."),
      extension: text("Only findings of this extension."),
      includeStale: flag("Whether findings in a text that has changed since come too."),
    },
  },
  {
    name: "resolve_finding",
    title: "Mark a finding as mended",
    description: "Marks a finding as mended.",
    properties: { id: FINDING, note: NOTE },
    required: ["id"],
  },
  {
    name: "dismiss_finding",
    title: "Dismiss a finding",
    description: "Dismisses one finding, or with class every finding of its class for good, which changes a .sm file.",
    properties: {
      id: FINDING,
      class: flag("Whether its whole class is meant."),
      confirm: CONFIRM,
      always: ALWAYS,
      note: NOTE,
    },
    required: ["id"],
  },
  {
    name: "reopen_finding",
    title: "Open a finding again",
    description: "Takes back that a finding was mended or dismissed.",
    properties: { id: FINDING },
    required: ["id"],
  },
  {
    name: "undismiss_finding",
    title: "Take a class's dismissal back",
    description: "Takes back the dismissal of a class of findings, which changes a .sm file.",
    properties: {
      node: NODE,
      extension: text("The extension's id, from the dismissal."),
      type: text("The findings' type; left out, the dismissal of all types."),
      confirm: CONFIRM,
      always: ALWAYS,
    },
    required: ["node", "extension"],
  },
  {
    name: "delete_finding",
    title: "Delete a finding",
    description:
      "Deletes one finding for good; with the last of a dismissed class its dismissal goes from the .sm file.",
    properties: { id: FINDING, confirm: CONFIRM, always: ALWAYS },
    required: ["id"],
  },
  {
    name: "dismiss_issue",
    title: "Dismiss an issue",
    description: "Dismisses an issue of one analyzer in one node for good, which changes a .sm file.",
    properties: {
      node: NODE,
      analyzer: text("The analyzer's id, from the issue."),
      value: text("What the issue is about: its data.target, letter by letter."),
      note: NOTE,
      confirm: CONFIRM,
      always: ALWAYS,
    },
    required: ["node", "analyzer", "value"],
  },
  {
    name: "undismiss_issue",
    title: "Take an issue's dismissal back",
    description: "Takes back the dismissal of an issue, which changes a .sm file; the next scan shows it again.",
    properties: {
      node: NODE,
      analyzer: text("The analyzer's id, from the dismissal."),
      value: text("The dismissed value, letter by letter."),
      confirm: CONFIRM,
      always: ALWAYS,
    },
    required: ["node", "analyzer", "value"],
  },
  {
    name: "list_issue_suppressions",
    title: "List dismissed issues",
    description: "Lists the dismissals of issues, in one node or in the whole project.",
    properties: { node: text("Only those of the node at this path.") },
  },
]

/** The tools of version 1.12.2: its schemas, our words. Shown until a running upstream gives its own. */
export const KNOWN_TOOLS: readonly JsonObject[] = SHAPES.map(
  ({ name, title, description, properties = {}, required }) => ({
    name,
    title,
    description,
    inputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties,
      ...(required && { required }),
    },
    execution: { taskSupport: "forbidden" },
  }),
)

function omitDescription({ description: _, ...rest }: Property): Property {
  return rest
}
