import * as z from 'zod/mini'
import { JOB_TROUBLES, PROCESS_ROLES, ROTATIONS, WRITE_LEASES } from '#domain/processes.ts'
import { defineEndpoint, operatorAct, operatorRead } from './endpoint.ts'
import { Reason } from './operations.ts'
import { Instant, replyWith } from './values.ts'

const ProcessId = z.uuid()
const Count = z.nullable(z.int())

/** A process of the exchange, as it last reported itself. */
const ProcessRow = z.object({
  id: ProcessId,
  role: z.enum(PROCESS_ROLES),
  version: z.string(),
  /** Another version than that of the process that was started last: a rolling upgrade is under way. */
  hasOtherVersion: z.boolean(),
  host: z.string(),
  pid: z.int(),
  startedAt: Instant,
  seenAt: Instant,
  /** How long ago it was seen. */
  seenMs: z.int(),
  /** It has died without a word, is frozen, or does not reach the database; listed for an hour. */
  gone: z.boolean(),
  rotation: z.enum(ROTATIONS),
  /** Of a process that may write; `null` for the others. */
  lease: z.nullable(z.enum(WRITE_LEASES)),
  /** How old what the writer's commits say may be there; `null` in the writer itself. */
  feedMs: Count,
  /** Commands without an answer. */
  waiting: Count,
  streams: Count,
  memoryBytes: Count,
  /** The delay of the event loop within which 99 of 100 turns began. */
  loopMs: Count,
  /** The operator who took it out of the rotation, and when. */
  drain: z.nullable(z.object({ by: z.string(), at: Instant })),
})

const JobHolder = z.object({ role: z.enum(PROCESS_ROLES), host: z.string(), pid: z.int() })

/** A job, over all processes that may run it. */
const JobRow = z.object({
  name: z.string(),
  /** Whether each process runs it: then these are the runs of the process that has most trouble with it. */
  inEach: z.boolean(),
  everyMs: z.int(),
  /** Whether a run lasts as long as the process may run the job: then its success is its last sign of life. */
  lasts: z.boolean(),
  trouble: z.nullable(z.enum(JOB_TROUBLES)),
  /** The process that runs it; `null` while none may. */
  holder: z.nullable(JobHolder),
  isRunning: z.boolean(),
  beganAt: z.nullable(Instant),
  succeededAt: z.nullable(Instant),
  /** Of the last success. */
  durationMs: Count,
  failedAt: z.nullable(Instant),
  /** The kind of the last failure, without its message. */
  failure: z.nullable(z.string()),
  /** In a row, until now. */
  failures: z.int(),
})

/** A job that is late or fails. */
export const TroubledJob = z.object({
  ...z.pick(JobRow, { name: true, succeededAt: true, failures: true, failure: true }).shape,
  trouble: z.enum(['LATE', 'FAILING']),
})

/** The processes that answer, and those that died without a word within the hour: one that was stopped is neither. */
export const ProcessCounts = z.object({ running: z.int(), gone: z.int() })

/** Jobs by how they stand. */
export const JobCounts = z.object({ fine: z.int(), waiting: z.int(), late: z.int(), failing: z.int() })

export const getProcesses = defineEndpoint({
  ...operatorRead,
  path: '/operations/processes',
  right: 'OVERVIEW_READ',
  summary: 'The processes of this exchange with their figures, and the last runs of the jobs',
  polled: true,
  response: replyWith({ baseDTO: z.object({ at: Instant, processes: z.array(ProcessRow), jobs: z.array(JobRow) }) }),
})

const onProcess = {
  ...operatorAct,
  right: 'PROCESSES_DRAIN',
  params: z.strictObject({ id: ProcessId }),
  body: z.strictObject({ reason: Reason }),
  response: replyWith({}),
} as const

export const drainProcess = defineEndpoint({
  ...onProcess,
  path: '/operations/processes/:id/drain',
  summary:
    "Takes a process out of the balancer's rotation: its streams go on elsewhere, and it answers only calls that still come",
  errors: ['PROCESS_GONE', 'NOTHING_TO_CHANGE', 'LAST_PROCESS'],
})

export const takeProcessBack = defineEndpoint({
  ...onProcess,
  path: '/operations/processes/:id/take-back',
  summary: "Puts a drained process into the balancer's rotation again",
  errors: ['PROCESS_GONE', 'NOTHING_TO_CHANGE'],
})
