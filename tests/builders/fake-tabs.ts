/** The channels of one browser. */
export class FakeChannel {
  static readonly all = new Set<FakeChannel>()
  /** How long a message is on its way. */
  static delayMs = 0
  readonly name: string
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor(name: string) {
    this.name = name
    FakeChannel.all.add(this)
  }
  postMessage(data: unknown) {
    for (const other of FakeChannel.all)
      if (other !== this && other.name === this.name) {
        const deliver = () => other.onmessage?.({ data })
        if (FakeChannel.delayMs === 0) queueMicrotask(deliver)
        else setTimeout(deliver, FakeChannel.delayMs)
      }
  }
  close() {
    FakeChannel.all.delete(this)
  }
}

interface LockRequest {
  readonly run: () => void
  readonly lose: (reason: Error) => void
}

/** The locks of one browser: each has a holder and those who wait for it, and can be stolen. */
export class FakeLocks {
  readonly #queues = new Map<string, LockRequest[]>()
  request(
    name: string,
    { signal, steal = false }: { signal?: AbortSignal; steal?: boolean },
    hold: () => Promise<void>,
  ): Promise<void> {
    if (signal && steal) throw new TypeError('a request that steals has no signal')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    const leave = () => {
      const at = queue.indexOf(request)
      if (at !== -1) queue.splice(at, 1)
      if (at === 0) queue[0]?.run()
      resolve()
    }
    const request: LockRequest = { run: () => queueMicrotask(() => void hold().then(leave)), lose: reject }
    if (steal) queue.shift()?.lose(new Error('stolen'))
    if (steal) queue.unshift(request)
    else queue.push(request)
    if (queue[0] === request) request.run()
    return promise
  }
}
