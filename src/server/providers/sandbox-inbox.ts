import { parseMobileNumber } from '#domain/mobile-number.ts'

/** A message that a sandbox "sent". */
export interface SandboxMessage {
  /** A mobile number as "+98…", or an e-mail address. */
  readonly to: string
  readonly channel: 'sms' | 'email'
  readonly text: string
  readonly code: string | undefined
  readonly at: Date
}

export interface SandboxInbox {
  keep(message: SandboxMessage): void
  /** Newest first; `to` in any spelling of a mobile number, `undefined` for everybody's. */
  list(to: string | undefined): readonly SandboxMessage[]
}

/** Keeps the latest messages in memory, so a restart empties it, and no more than `capacity` of them. */
export function createSandboxInbox({ capacity }: { capacity: number }): SandboxInbox {
  const newestFirst: SandboxMessage[] = []
  return {
    keep(message) {
      newestFirst.unshift({ ...message, to: addressOf(message.to) })
      newestFirst.length = Math.min(newestFirst.length, capacity)
    },
    list(to) {
      const address = to === undefined ? undefined : addressOf(to)
      return newestFirst.filter((message) => address === undefined || message.to === address)
    },
  }
}

/** A query string turns the "+" of "+98…" into a space, which the parser drops: both spellings meet here. */
const addressOf = (text: string) => parseMobileNumber(text) ?? text.trim().toLowerCase()
