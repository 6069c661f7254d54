import { setTimeout as sleep } from 'node:timers/promises'
import { levelWindowStart } from '#domain/fee.ts'
import type { Market } from '#domain/market.ts'
import { type CommitFeed, followCommits } from '../exchange/commit-feed.ts'
import { adjustLevels, readUserIds } from '../store/accounts/levels.ts'
import type { Database } from '../store/database.ts'
import type { Sessions } from './sessions.ts'
import { TradeCounter } from './trade-counter.ts'

export interface LevelSettings {
  readonly database: Database
  readonly exchange: CommitFeed
  readonly markets: readonly Market[]
  readonly sessions: Pick<Sessions, 'refresh'>
  /** Absent: this machine's clock. */
  readonly now?: () => Date
  readonly log: { warn(details: object, message: string): void }
  /** The pause between two counts while trades keep coming. */
  readonly pauseMs: number
}

/** So few users in one statement that no order waits for it. */
const USERS_MAX = 50
/** After a long backlog the users counted so far are adjusted before more are counted: a stop waits for these alone. */
const TRADERS_MAX = 500

export interface LevelKeeper {
  /** Recalculates the level of every user, since old trades leave the window. Run once a day; ends soon after the signal. */
  recalculate(stopping?: AbortSignal): Promise<void>
  /** Resolves when the trades committed so far are counted. */
  settled(): Promise<void>
  close(): Promise<void>
}

/**
 * Counts the trades of every commit towards the users' volumes and moves each user who crossed a threshold to the new level; the
 * next order pays its rates. Missed trades are counted with the next ones.
 */
export function keepLevels(settings: LevelSettings): LevelKeeper {
  const keeper = new Keeper(settings)
  const stop = followCommits(settings.exchange, {
    onSnapshot: (snapshot) => {
      keeper.counter.onSnapshot(snapshot)
      keeper.wake()
    },
    onCommit: (commit) => {
      if (commit.trades.length === 0) return
      keeper.counter.onCommit(commit)
      keeper.wake()
    },
  })
  return {
    recalculate: (stopping) => keeper.adjustAll(stopping),
    settled: () => keeper.settled(),
    close: () => {
      stop()
      return keeper.close()
    },
  }
}

class Keeper {
  readonly counter: TradeCounter
  readonly #settings: LevelSettings
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #isBehind = false

  constructor(settings: LevelSettings) {
    this.#settings = settings
    this.counter = new TradeCounter(settings)
  }

  wake(): void {
    this.#isBehind = true
    this.#running ??= this.#run()
  }

  async settled(): Promise<void> {
    await this.#running
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async adjustAll(stopping = this.#closing.signal): Promise<void> {
    for (let isMore = true; isMore && !stopping.aborted; ) isMore = (await this.#count(stopping)).isMore
    for (let after = 0; !stopping.aborted; ) {
      const userIds = await readUserIds(this.#settings.database, { after, rowsMax: USERS_MAX })
      const last = userIds.at(-1)
      if (last === undefined) return
      await this.#adjust(userIds)
      after = last
    }
  }

  /** Counts the uncounted trades, up to many users. @returns the users whose volume changed, and whether more trades wait */
  async #count(stopping: AbortSignal): Promise<{ userIds: number[]; isMore: boolean }> {
    const traders = new Set<number>()
    let isMore = true
    while (isMore && traders.size < TRADERS_MAX && !stopping.aborted) {
      const counted = await this.counter.count()
      for (const userId of counted.userIds) traders.add(userId)
      isMore = counted.isMore
    }
    return { userIds: [...traders], isMore }
  }

  async #adjust(userIds: readonly number[]): Promise<void> {
    const { database, sessions, now = () => new Date() } = this.#settings
    const moved = await adjustLevels(database, { userIds, since: levelWindowStart(now()) })
    for (const userId of moved) sessions.refresh(userId)
  }

  /** Users counted before a stop are adjusted, too, because the next check would come a day later. */
  async #adjustTraders(): Promise<void> {
    const { signal } = this.#closing
    for (let isBehind = true; isBehind && !signal.aborted; ) {
      const { userIds, isMore } = await this.#count(signal)
      for (let from = 0; from < userIds.length; from += USERS_MAX)
        await this.#adjust(userIds.slice(from, from + USERS_MAX))
      isBehind = isMore
    }
  }

  async #run(): Promise<void> {
    while (this.#isBehind && !this.#closing.signal.aborted) {
      this.#isBehind = false
      try {
        await this.#adjustTraders()
      } catch (error) {
        this.#settings.log.warn({ err: error }, 'the volumes of the last trades are not counted yet')
      }
      if (this.#isBehind) await this.#pause()
    }
    // In the same turn as the check above, so that the next trade starts a new run.
    this.#running = undefined
  }

  async #pause(): Promise<void> {
    await sleep(this.#settings.pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }
}
