import { Rejected } from '#contract/rejected.ts'

/** Accounts that anybody can make take no place of verified customers, nor either of operators. */
export type UploadClass = 'newcomer' | 'customer' | 'operator'

export interface UploadSender {
  /** A user, an operator, or a network of visitors. */
  readonly name: string
  readonly class: UploadClass
}

/** Lets few uploads at a time into memory, one of each sender; others wait with their bodies unread, which holds their senders up. */
export interface UploadGate {
  /** Refuses TOO_MANY_REQUESTS where the sender has others under way, UNAVAILABLE where too many wait, each with the time after which another try makes sense. */
  enter<Result>(sender: UploadSender, read: () => Promise<Result>): Promise<Result | Rejected>
}

export interface UploadLimits {
  /** Bodies of each class that are read at a time: each may hold four files of five megabytes. */
  readonly readMax: number
  /** Of each class. */
  readonly waitMax: number
  /** Read or waiting. */
  readonly ofSenderMax: number
}

export const UPLOAD_LIMITS: UploadLimits = { readMax: 4, waitMax: 20, ofSenderMax: 2 }

const LATER = { retryAfterSeconds: 10 }

/** The gate of one server. */
export function createUploadGate(limits: UploadLimits = UPLOAD_LIMITS): UploadGate {
  const gates = { newcomer: gateOf(limits), customer: gateOf(limits), operator: gateOf(limits) }
  return { enter: ({ name, class: kind }, read) => gates[kind](name, read) }
}

/** The places of one class. */
function gateOf({ readMax, waitMax, ofSenderMax }: UploadLimits) {
  const reading = new Set<string>()
  const waiting: { readonly sender: string; readonly start: () => void }[] = []
  const startNext = () => {
    if (reading.size >= readMax) return
    const index = waiting.findIndex(({ sender }) => !reading.has(sender))
    const [next] = index < 0 ? [] : waiting.splice(index, 1)
    if (!next) return
    reading.add(next.sender)
    next.start()
  }
  return async <Result>(sender: string, read: () => Promise<Result>): Promise<Result | Rejected> => {
    const underWay = waiting.filter((each) => each.sender === sender).length + (reading.has(sender) ? 1 : 0)
    if (underWay >= ofSenderMax) return new Rejected('TOO_MANY_REQUESTS', LATER)
    if (waiting.length >= waitMax) return new Rejected('UNAVAILABLE', LATER)
    await new Promise<void>((start) => {
      waiting.push({ sender, start })
      startNext()
    })
    try {
      return await read()
    } finally {
      reading.delete(sender)
      startNext()
    }
  }
}
