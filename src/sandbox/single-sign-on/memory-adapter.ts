import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The greatest number of entries per model: the oldest is dropped. */
const KEPT_MAX = 500

interface Kept {
  readonly payload: AdapterPayload
  readonly untilMs: number
}

/** Stores the data of the single sign-on sandbox in memory, until it expires and within a bound. Each model has its own store. */
export class MemoryAdapter implements Adapter {
  readonly #kept = new Map<string, Kept>()

  async upsert(id: string, payload: AdapterPayload, expiresIn = 3_600): Promise<void> {
    this.#kept.delete(id)
    this.#kept.set(id, { payload, untilMs: Date.now() + expiresIn * 1_000 })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = this.#kept.get(id)
    return found && Date.now() < found.untilMs ? found.payload : undefined
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const [id] = [...this.#kept].find(([, { payload }]) => payload.uid === uid) ?? []
    return id === undefined ? undefined : this.find(id)
  }

  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  async consume(id: string): Promise<void> {
    const found = this.#kept.get(id)
    if (found) found.payload.consumed = Math.floor(Date.now() / 1_000)
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id)
  }
}
