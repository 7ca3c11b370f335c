/** A job as the upstream's database keeps it. */
interface Job {
  readonly id: string
  readonly extensionId: string
  readonly nonce: string
  status: "queued" | "running" | "completed" | "failed" | "cancelled"
  runner: string | null
  claimedAt: number | null
}

/** The upstream's queue: it outlives restarts of the server. */
export interface JobQueue {
  readonly jobs: readonly Job[]
  readonly submit: (extensionId?: string) => Job
  /** What a tool of the queue answers: data, or a text that refuses. */
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => { data?: object | null; refusal?: string }
}

export const createJobQueue = (): JobQueue => {
  const jobs: Job[] = []
  const find = (id: unknown): Job | undefined => jobs.find((job) => job.id === id)
  const visible = ({ nonce: _, ...job }: Job): object => job
  const end = (id: unknown, status: Job["status"]): { data: object } => {
    const job = find(id)
    if (job === undefined) return { data: { outcome: "not-found" } }
    if (job.status !== "queued" && job.status !== "running") return { data: { outcome: "already-terminal" } }
    job.status = status
    return { data: { outcome: status } }
  }
  const record = (id: unknown, nonce: unknown, status: Job["status"]): { data: object } => {
    const job = find(id)
    if (job?.nonce !== nonce) return { data: { outcome: job === undefined ? "not-found" : "nonce-mismatch" } }
    return job?.status === "running" ? end(id, status) : { data: { outcome: "not-running", status: job?.status } }
  }
  const submit = (extensionId = "core/ai-suspicion-analyzer"): Job => {
    const job: Job = {
      id: `d-20261129-${String(jobs.length + 1).padStart(6, "0")}`,
      extensionId,
      nonce: `nonce-${jobs.length + 1}`,
      status: "queued",
      runner: null,
      claimedAt: null,
    }
    jobs.push(job)
    return job
  }
  return {
    jobs,
    submit,
    call: (tool, input) => {
      if (tool === "claim_job") {
        if (input.wait === 0) return { refusal: "MCP error -32602: Too small: expected number to be >0 at wait" }
        const fits = ({ status, extensionId }: Job): boolean =>
          status === "queued" && (input.filter === undefined || input.filter === extensionId)
        const job = jobs.find(fits)
        if (job === undefined) return { data: null }
        job.status = "running"
        job.runner = typeof input.runner === "string" ? input.runner : "agent"
        job.claimedAt = Date.now()
        return { data: { id: job.id, nonce: job.nonce, content: `Do ${job.id}.\n` } }
      }
      if (tool === "list_jobs") {
        const fits = ({ status, extensionId }: Job): boolean =>
          (input.status === undefined || input.status === status) &&
          (input.extension === undefined || input.extension === extensionId)
        return { data: { items: jobs.filter(fits).map(visible) } }
      }
      if (tool === "get_job") {
        const job = find(input.id)
        return job ? { data: { item: visible(job) } } : { refusal: `MCP error -32602: Unknown job id: ${input.id}` }
      }
      if (tool === "submit_job") {
        const extension = typeof input.extension === "string" ? input.extension : undefined
        return { data: { outcome: "created", jobId: submit(extension).id, nodePath: input.node, supersededIds: [] } }
      }
      if (tool === "fail_job") return end(input.id, "failed")
      if (tool === "cancel_job") return end(input.id, "cancelled")
      if (tool === "record_job") {
        return record(input.id, input.nonce, input.status === "failed" ? "failed" : "completed")
      }
      return { refusal: `MCP error -32602: Tool ${tool} not found` }
    },
  }
}
