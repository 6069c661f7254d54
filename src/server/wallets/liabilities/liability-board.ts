import { PublishedLiabilities, SignedStatement } from '#contract/liabilities.ts'
import type * as domain from '#domain/liabilities.ts'
import { type KeptStatement, readStatements } from '../../store/wallets/liabilities.ts'
import type { LiabilityServices } from './liability-services.ts'

/** Statements in the public list: two months of days. */
const LISTED = 60

/** @throws Error if the row is no statement */
export const readStatement = ({ statement }: Pick<KeptStatement, 'statement'>): domain.SignedStatement =>
  SignedStatement.parse(JSON.parse(statement))

/** A statement as everybody reads it. @throws Error if the row is no statement */
export const publishedOnWire = ({ statement, fingerprint, reserves }: KeptStatement): PublishedLiabilities =>
  PublishedLiabilities.parse({
    ...{ statement: JSON.parse(statement), fingerprint },
    reserves: reserves === undefined ? null : JSON.parse(reserves),
  })

/** When custody's coins were counted, which happens again where a network was silent. */
function countedAt({ reserves }: KeptStatement): string {
  const { at }: { at?: string } = reserves === undefined ? {} : JSON.parse(reserves)
  return at ?? ''
}

/** The published statements, in memory: each visitor of the public page asks for the newest. */
export class LiabilityBoard {
  readonly #services: Pick<LiabilityServices, 'database'>
  #newest: PublishedLiabilities | undefined
  #listed: readonly { readonly number: string; readonly at: string; readonly fingerprint: string }[] = []
  #version = ''

  constructor(services: Pick<LiabilityServices, 'database'>) {
    this.#services = services
  }

  /** Changes with everything that it shows. */
  get version(): string {
    return this.#version
  }

  get newest(): PublishedLiabilities | undefined {
    return this.#newest
  }

  get listed() {
    return this.#listed
  }

  /** Reads what this or another process has published since. */
  readonly reload = async (): Promise<void> => {
    const [newest] = await readStatements(this.#services.database, 1)
    const version = newest ? `${newest.number} ${countedAt(newest)}` : ''
    if (version === this.#version) return
    const statements = await readStatements(this.#services.database, LISTED)
    this.#newest = newest && publishedOnWire(newest)
    this.#listed = statements.map((kept) => {
      const { number, at } = readStatement(kept)
      return { number, at, fingerprint: kept.fingerprint }
    })
    this.#version = version
  }
}
