import type { IncomingMessage } from 'node:http'
import { LruMap } from 'toad-cache'
import { Rejected } from '#contract/rejected.ts'
import { MINUTE_MS } from '#domain/durations.ts'

/** New accounts, which anybody can make, take no place of verified customers, and neither take one of operators. */
export type UploadClass = 'newcomer' | 'customer' | 'operator'

export interface UploadSender {
  /** Names a user, an operator, or a network of visitors. */
  readonly name: string
  readonly network: string
  readonly class: UploadClass
}

/** A sender's place while its body is read. */
export interface UploadTurn {
  /** Whether a sender who has not delayed others waits for this place. */
  isAwaited(): boolean
  /** Puts the sender behind all others for a while, because it delayed them. */
  comeLast(): void
}

/** Lets few uploads into memory at a time, one per sender; the others wait with their bodies unread, which stops their senders. */
export interface UploadGate {
  /**
   * Refuses TOO_MANY_REQUESTS if the sender has too many others in progress, UNAVAILABLE if too many wait or the wait was long, each with
   * the time after which a retry makes sense.
   */
  enter<Result>(sender: UploadSender, read: (turn: UploadTurn) => Promise<Result>): Promise<Result | Rejected>
}

export interface UploadLimits {
  /** Bodies of each class that are read at a time; each may hold four files of five megabytes. */
  readonly readMax: number
  /** Per class. */
  readonly waitMax: number
  readonly waitMsMax: number
  /** Counts bodies that are read or wait. */
  readonly ofSenderMax: number
  /** Newcomers of one network whose bodies are read at a time: anybody can make as many accounts as there are numbers at hand. */
  readonly ofNetworkMax: number
}

export const UPLOAD_LIMITS: UploadLimits = {
  readMax: 4,
  waitMax: 20,
  waitMsMax: 60_000,
  ofSenderMax: 2,
  ofNetworkMax: 2,
}

const LATER = { retryAfterSeconds: 10 }

/** How long a sender that delayed others comes last, and how many such senders are remembered. */
const LAST_MS = 15 * MINUTE_MS
const LAST_MAX = 10_000

/** The gate of one server. */
export function createUploadGate(limits: UploadLimits = UPLOAD_LIMITS): UploadGate {
  const ofAnyNetwork = { ...limits, ofNetworkMax: limits.readMax }
  const gates = { newcomer: gateOf(limits), customer: gateOf(ofAnyNetwork), operator: gateOf(ofAnyNetwork) }
  return { enter: (sender, read) => gates[sender.class](sender, read) }
}

interface Waiting {
  readonly sender: UploadSender
  start(): void
  refuse(): void
}

/** The places of one class. */
function gateOf({ readMax, waitMax, waitMsMax, ofSenderMax, ofNetworkMax }: UploadLimits) {
  const reading = new Set<UploadSender>()
  const waiting: Waiting[] = []
  const last = new LruMap<true>(LAST_MAX, LAST_MS)
  const comesLast = ({ sender }: Waiting) => last.get(sender.name) === true

  /** Whether a waiting sender could be read now, or once `leaving` has left. */
  const fits = ({ sender }: Waiting, leaving?: UploadSender) => {
    const others = [...reading].filter((each) => each !== leaving)
    const ofNetwork = others.filter(({ network }) => network === sender.network)
    return ofNetwork.length < ofNetworkMax && others.every(({ name }) => name !== sender.name)
  }
  const leaveLine = (each: Waiting) => {
    const index = waiting.indexOf(each)
    if (index >= 0) waiting.splice(index, 1)
  }
  const startNext = () => {
    if (reading.size >= readMax) return
    const next = waiting.find((each) => fits(each) && !comesLast(each)) ?? waiting.find((each) => fits(each))
    if (!next) return
    leaveLine(next)
    reading.add(next.sender)
    next.start()
  }
  const mayWait = (sender: UploadSender) => {
    if (waiting.length < waitMax) return true
    const lastOne = last.get(sender.name) ? undefined : waiting.findLast(comesLast)
    lastOne?.refuse()
    return lastOne !== undefined
  }
  const hasTurn = (sender: UploadSender) =>
    new Promise<boolean>((resolve) => {
      const clock = setTimeout(() => each.refuse(), waitMsMax)
      const end = (result: boolean) => {
        clearTimeout(clock)
        leaveLine(each)
        resolve(result)
      }
      const each = { sender, start: () => end(true), refuse: () => end(false) }
      waiting.push(each)
      startNext()
    })

  return async <Result>(
    sender: UploadSender,
    read: (turn: UploadTurn) => Promise<Result>,
  ): Promise<Result | Rejected> => {
    const isSame = ({ name }: UploadSender) => name === sender.name
    const underWay = [...waiting.map((each) => each.sender), ...reading].filter(isSame).length
    if (underWay >= ofSenderMax) return new Rejected('TOO_MANY_REQUESTS', LATER)
    if (!mayWait(sender) || !(await hasTurn(sender))) return new Rejected('UNAVAILABLE', LATER)
    try {
      return await read({
        isAwaited: () =>
          waiting.some((each) => each.sender.name !== sender.name && !comesLast(each) && fits(each, sender)),
        comeLast: () => last.set(sender.name, true),
      })
    } finally {
      reading.delete(sender)
      startNext()
    }
  }
}

export interface BodyPace {
  /** A body without a byte for this long is given up. */
  readonly idleMs: number
  /** The least average speed, once this much time has passed. */
  readonly bytesPerSecondMin: number
  /** The same while others wait for the place: slow senders give way. */
  readonly awaited: { readonly afterMs: number; readonly bytesPerSecondMin: number }
  /** The limit for the whole body, however fast it arrives. */
  readonly wholeMs: number
  readonly looksEveryMs: number
}

/** A photo of 300 kB takes 40 seconds at 64 kbit/s, the slowest line in use; a mobile line sends 32 kB/s. */
export const BODY_PACE: BodyPace = {
  idleMs: 10_000,
  bytesPerSecondMin: 7_000,
  awaited: { afterMs: 5_000, bytesPerSecondMin: 32_000 },
  wholeMs: 120_000,
  looksEveryMs: 1_000,
}

/** Cuts off a sender that holds a place without sending. @returns a function that ends the watch once the body is read */
export function watchPace({ socket }: IncomingMessage, pace: BodyPace, turn?: UploadTurn) {
  const { idleMs, bytesPerSecondMin, awaited, wholeMs, looksEveryMs } = pace
  const begun = { at: performance.now(), bytes: socket.bytesRead }
  let newest = begun
  const timer = setInterval(() => {
    const at = performance.now()
    const bytes = socket.bytesRead
    if (bytes > newest.bytes) newest = { at, bytes }
    const elapsedMs = at - begun.at
    const isBelow = (perSecond: number) => (bytes - begun.bytes) * 1_000 < perSecond * elapsedMs
    const isSlow = elapsedMs >= idleMs && isBelow(bytesPerSecondMin)
    const holdsUp = elapsedMs >= awaited.afterMs && isBelow(awaited.bytesPerSecondMin) && turn?.isAwaited() === true
    if (isSlow || holdsUp) turn?.comeLast()
    if (isSlow || holdsUp || elapsedMs >= wholeMs || at - newest.at >= idleMs) socket.destroy()
  }, looksEveryMs)
  return () => clearInterval(timer)
}
