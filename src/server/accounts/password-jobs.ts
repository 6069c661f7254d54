import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { type Rejected, rejected } from '#contract/rejected.ts'

interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** argon2id, the package's default algorithm, with the minimum of memory and passes that OWASP recommends. */
export const HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  hash(password: string): Promise<string>
  fits(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** Hashes and compares on another thread. Without a stored hash it compares with a discarded one, which takes the same time. */
export function createHasher(cost: HashCost): PasswordHasher {
  const hashOf = (password: string) => hash(bytesOf(password), cost)
  const nobodys = hashOf(randomBytes(32).toString('base64'))
  return {
    hash: hashOf,
    async fits(passwordHash, password) {
      const fits = await verify(passwordHash ?? (await nobodys), bytesOf(password))
      return fits && passwordHash !== undefined
    },
  }
}

/** The same bytes for letters that keyboards compose differently. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))

/**
 * Hashing and comparing, a few at a time: each takes tens of milliseconds of a processor, which trading needs too. Processes do not share these places:
 * they protect the processor of one machine. The tries themselves are counted in the database.
 */
export interface PasswordJobs {
  /** Refuses SIGN_IN_BUSY if too many wait. */
  hash(password: string, ask?: PasswordAsk): Promise<string | Rejected>
  /** Takes as long for `undefined`, which matches no password, as for a real hash. Refuses SIGN_IN_BUSY if too many wait. */
  fits(passwordHash: string | undefined, password: string, ask?: PasswordAsk): Promise<boolean | Rejected>
}

export interface PasswordAsk {
  /** Has priority over other jobs: a session, or a browser from which the user has signed in, so that guessers cannot crowd it out. */
  readonly known?: boolean
}

export interface PasswordSettings {
  readonly cost: HashCost
  /** Jobs that run at the same time. */
  readonly runningMax: number
  /** Waiting jobs, of each kind. */
  readonly waitingMax: number
}

/** Waiting jobs are done within this time. */
const RETRY_SECONDS = 5

/** The jobs of one server. */
export function createPasswordJobs({ cost, runningMax, waitingMax }: PasswordSettings): PasswordJobs {
  const hasher = createHasher(cost)
  const waiting = { known: [] as (() => void)[], others: [] as (() => void)[] }
  let running = 0
  const startNext = () => {
    if (running >= runningMax) return
    const start = waiting.known.shift() ?? waiting.others.shift()
    if (!start) return
    running += 1
    start()
  }
  async function run<Result>(
    job: () => Promise<Result>,
    { known = false }: PasswordAsk = {},
  ): Promise<Result | Rejected> {
    const queue = known ? waiting.known : waiting.others
    if (queue.length >= waitingMax) return rejected('SIGN_IN_BUSY', { retryAfterSeconds: RETRY_SECONDS })
    await new Promise<void>((resolve) => {
      queue.push(resolve)
      startNext()
    })
    try {
      return await job()
    } finally {
      running -= 1
      startNext()
    }
  }
  return {
    hash: (password, ask) => run(() => hasher.hash(password), ask),
    fits: (passwordHash, password, ask) => run(() => hasher.fits(passwordHash, password), ask),
  }
}
