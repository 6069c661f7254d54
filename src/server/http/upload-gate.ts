import { Rejected } from '#contract/rejected.ts'

/** Lets few uploads at a time into memory; others wait with their bodies unread, which holds their senders up. */
export interface UploadGate {
  /** Refuses TOO_MANY_REQUESTS where the sender has others under way, UNAVAILABLE where too many wait, each with the time after which another try makes sense. */
  enter<Result>(sender: string, read: () => Promise<Result>): Promise<Result | Rejected>
}

export interface UploadLimits {
  /** Bodies that are read at a time: each may hold four files of five megabytes. */
  readonly readMax: number
  readonly waitMax: number
  /** Of one user, or of one network of visitors, read or waiting. */
  readonly ofSenderMax: number
}

export const UPLOAD_LIMITS: UploadLimits = { readMax: 4, waitMax: 20, ofSenderMax: 2 }

const LATER = { retryAfterSeconds: 10 }

/** The gate of one server. */
export function createUploadGate({ readMax, waitMax, ofSenderMax }: UploadLimits = UPLOAD_LIMITS): UploadGate {
  const waiting: (() => void)[] = []
  const bySender = new Map<string, number>()
  let reading = 0
  const count = (sender: string, change: 1 | -1) => {
    const underWay = (bySender.get(sender) ?? 0) + change
    if (underWay > 0) bySender.set(sender, underWay)
    else bySender.delete(sender)
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else reading -= 1
  }
  return {
    async enter(sender, read) {
      if ((bySender.get(sender) ?? 0) >= ofSenderMax) return new Rejected('TOO_MANY_REQUESTS', LATER)
      if (reading >= readMax && waiting.length >= waitMax) return new Rejected('UNAVAILABLE', LATER)
      count(sender, 1)
      try {
        // The one before gives its place on, so that nobody comes in between.
        if (reading < readMax) reading += 1
        else await new Promise<void>((resolve) => waiting.push(resolve))
        try {
          return await read()
        } finally {
          leave()
        }
      } finally {
        count(sender, -1)
      }
    },
  }
}
