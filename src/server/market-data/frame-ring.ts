interface Kept {
  readonly id: string
  readonly frame: Buffer
}

/** The newest frames of one stream, bounded in number and bytes, from which a briefly disconnected client catches up. */
export class FrameRing {
  readonly #framesMax: number
  readonly #bytesMax: number
  readonly #kept: Kept[] = []
  #bytes = 0
  /** The event before the oldest kept one: a client that received it has missed nothing that was dropped. */
  #floorId: string

  constructor({ framesMax, bytesMax, startId }: { framesMax: number; bytesMax: number; startId: string }) {
    this.#framesMax = framesMax
    this.#bytesMax = bytesMax
    this.#floorId = startId
  }

  /** The id of the newest event. */
  get headId(): string {
    return this.#kept.at(-1)?.id ?? this.#floorId
  }

  add(kept: Kept): void {
    this.#kept.push(kept)
    this.#bytes += kept.frame.length
    while (this.#kept.length > this.#framesMax || this.#bytes > this.#bytesMax) {
      const oldest = this.#kept.shift()
      if (!oldest) return
      this.#bytes -= oldest.frame.length
      this.#floorId = oldest.id
    }
  }

  /** The frames after an event, oldest first; `undefined` if some were already dropped. */
  after(id: string): readonly Buffer[] | undefined {
    if (id === this.#floorId) return this.#kept.map(({ frame }) => frame)
    const place = this.#kept.findLastIndex((kept) => kept.id === id)
    return place < 0 ? undefined : this.#kept.slice(place + 1).map(({ frame }) => frame)
  }
}
