import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { BankCard } from '#domain/bank-card.ts'
import type { JalaliDate } from '#domain/jalali.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import type { NationalCode } from '#domain/national-code.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { parseSheba } from '#domain/sheba.ts'
import { callsWithToken, callVendor, type Unavailable, unavailable, type VendorReply } from '../call-vendor.ts'
import {
  type AccountOutcome,
  type IdentityInquiry,
  nameOutcome,
  type OwnedAccount,
  type Person,
  type PersonMismatch,
  type PersonOutcome,
  percentOf,
  type ShebaOutcome,
  verifyMobileAndNames,
} from './identity.ts'

const Shahkar = z.object({ isValid: z.boolean() })
const Similarity = z.object({ firstNameSimilarity: z.string(), lastNameSimilarity: z.string() })
const Owner = z.object({ firstName: z.string().catch(''), lastName: z.string().catch('') })
const Deposit = z.object({ IBAN: z.string(), depositStatus: z.string(), depositOwners: z.array(Owner).catch([]) })
type Deposit = z.infer<typeof Deposit>

/** Codes of a question that was understood and refused because of the person asked about; any other fault is the vendor's. */
const UNKNOWN_CODES = ['VALIDATION_ERROR', 'NOT_FOUND']

/** An active account. */
const ACTIVE = '02'
/** The bank could not be asked, or its reason has no number of its own. */
const UNCLEAR = ['06', '07']

interface Name {
  readonly nationalCode: NationalCode
  readonly birthDate: JalaliDate
  readonly firstName: string
  readonly lastName: string
}

/** Finnotech's identity inquiries. All questions only read, so a broken connection is tried once more. */
export function createFinnotech(settings: FinnotechSettings): IdentityInquiry {
  const session = createFinnotechSession(settings)
  return {
    verifyPerson: (person) =>
      verifyMobileAndNames({
        matchMobile: () => matchMobile(session, person),
        compareNames: () => compareNames(session, person),
      }),
    verifyBankAccount: (account) => matchAccount(session, account),
    shebaOfCard: (cardNumber) => findSheba(session, cardNumber),
  }
}

/** The Shahkar registry: is the number registered to this national code? */
async function matchMobile(session: FinnotechSession, { nationalCode, mobileNumber }: Person): Promise<PersonOutcome> {
  const query = { mobile: localMobileNumber(mobileNumber), nationalCode }
  const reply = await session.get(['facility', '/shahkar/verify'], query)
  if (reply.kind !== 'done') return refusedOr(reply, 'NATIONAL_CODE_IS_INCORRECT')
  const shahkar = Shahkar.safeParse(reply.result)
  if (!shahkar.success) return unavailable('MALFORMED_REPLY')
  return shahkar.data.isValid ? { kind: 'matched' } : { kind: 'refused', codes: ['MOBILE_IS_INCORRECT'] }
}

/** The civil registry: do code, birth date and names belong together? */
async function compareNames(
  session: FinnotechSession,
  { nationalCode, birthDate, firstName, lastName }: Name,
): Promise<PersonOutcome> {
  const reply = await session.get(['facility', `/users/${nationalCode}/cc/nidVerification`], {
    birthDate: `${birthDate.slice(0, 4)}/${birthDate.slice(4, 6)}/${birthDate.slice(6)}`,
    firstName: toPersianText(firstName),
    lastName: toPersianText(lastName),
  })
  // Asked only after the operators confirmed the national code, so that "not found" refers to the pair with the birth date.
  if (reply.kind !== 'done') return refusedOr(reply, 'BIRTH_DATE_IS_INCORRECT')
  const similarity = Similarity.safeParse(reply.result).data
  const first = percentOf(similarity?.firstNameSimilarity)
  const last = percentOf(similarity?.lastNameSimilarity)
  if (first === undefined || last === undefined) return unavailable('MALFORMED_REPLY')
  return nameOutcome({ first, last })
}

function refusedOr(reply: Exclude<FinnotechReply, { kind: 'done' }>, mismatch: PersonMismatch): PersonOutcome {
  if (reply.kind === 'unavailable') return reply
  return UNKNOWN_CODES.includes(reply.code) ? { kind: 'refused', codes: [mismatch] } : unavailable('SERVER_ERROR')
}

/** The bank names the owners, and the civil registry decides whether one of them is the person. */
async function matchAccount(session: FinnotechSession, owned: OwnedAccount): Promise<AccountOutcome> {
  const deposit = await findDeposit(session, owned.account)
  if (deposit.kind !== 'found') return deposit
  const { depositStatus, depositOwners } = deposit.deposit
  if (UNCLEAR.includes(depositStatus)) return { kind: 'doubtful' }
  if (depositStatus !== ACTIVE) return { kind: 'refused', code: 'ACCOUNT_NOT_FOUND' }
  let best: AccountOutcome = { kind: 'refused', code: 'ACCOUNT_OF_ANOTHER' }
  if (depositOwners.length === 0) return { kind: 'doubtful' }
  for (const { firstName, lastName } of depositOwners) {
    const outcome = await compareNames(session, { ...owned, firstName, lastName })
    if (outcome.kind === 'matched' || outcome.kind === 'unavailable') return outcome
    if (outcome.kind === 'doubtful') best = { kind: 'doubtful' }
  }
  return best
}

type Found = { readonly kind: 'found'; readonly deposit: Deposit }
type NotFound = { readonly kind: 'refused'; readonly code: 'ACCOUNT_NOT_FOUND' }

async function findDeposit(
  session: FinnotechSession,
  account: OwnedAccount['account'],
): Promise<Found | NotFound | Unavailable> {
  const reply =
    'sheba' in account
      ? await session.get(['oak', '/ibanInquiry'], { iban: account.sheba })
      : await session.get(['facility', '/cardToIban'], { version: '2', card: account.cardNumber })
  if (reply.kind === 'unavailable') return reply
  if (reply.kind === 'failed')
    return UNKNOWN_CODES.includes(reply.code)
      ? { kind: 'refused', code: 'ACCOUNT_NOT_FOUND' }
      : unavailable('SERVER_ERROR')
  const deposit = Deposit.safeParse(reply.result).data
  return deposit ? { kind: 'found', deposit } : unavailable('MALFORMED_REPLY')
}

async function findSheba(session: FinnotechSession, cardNumber: BankCard): Promise<ShebaOutcome> {
  const found = await findDeposit(session, { cardNumber })
  if (found.kind !== 'found') return found
  const sheba = parseSheba(found.deposit.IBAN)
  return sheba === undefined ? unavailable('MALFORMED_REPLY') : { kind: 'found', sheba }
}

export interface FinnotechSettings {
  /** "https://api.finnotech.ir", or the sandbox's address, without a trailing slash. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** The national code of the application's owner. */
  readonly ownerNationalCode: string
  readonly timeoutMs: number
}

/** The scopes that our questions need. */
const SCOPES = [
  'facility:shahkar:get',
  'facility:cc-nid-verification:get',
  'facility:card-to-iban:get',
  'oak:iban-inquiry:get',
] as const

const Token = z.object({ result: z.object({ value: z.string().min(1) }) })

/** Asks Finnotech with a client-credentials token. */
interface FinnotechSession {
  /** @param path the path after "/v2/clients/{id}": `['facility', '/shahkar/verify']` */
  get(path: readonly [service: string, rest: string], query: Readonly<Record<string, string>>): Promise<FinnotechReply>
}

/** The `result` of an answered question, or the code of a refused one. */
type FinnotechReply =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly code: string }
  | Unavailable

function createFinnotechSession(settings: FinnotechSettings): FinnotechSession {
  const { apiUrl, clientId, timeoutMs } = settings
  const fetch = () => fetchToken(settings)
  const call = callsWithToken({ obtain: fetch, renew: fetch })
  return {
    async get([service, rest], query) {
      const reply = await call(({ value }) => {
        // Each question has its own id, by which Finnotech's support can find it.
        const search = new URLSearchParams({ trackId: randomUUID(), ...query })
        return callVendor({
          url: `${apiUrl}/${service}/v2/clients/${encodeURIComponent(clientId)}${rest}?${search}`,
          method: 'GET',
          headers: { authorization: `Bearer ${value}` },
          timeoutMs,
          retry: 'broken',
        })
      })
      return readReply(reply)
    },
  }
}

async function fetchToken(settings: FinnotechSettings): Promise<z.infer<typeof Token>['result'] | Unavailable> {
  const { apiUrl, clientId, clientSecret, ownerNationalCode, timeoutMs } = settings
  const reply = await callVendor({
    url: `${apiUrl}/dev/v2/oauth2/token`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: JSON.stringify({ grant_type: 'client_credentials', nid: ownerNationalCode, scopes: SCOPES.join(',') }),
    timeoutMs,
    retry: 'broken',
  })
  if (reply.kind === 'unavailable') return reply
  if (reply.status >= 400) return unavailable('ACCOUNT_REFUSED')
  return Token.safeParse(reply.json).data?.result ?? unavailable('MALFORMED_REPLY')
}

const Answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('DONE'), result: z.unknown() }),
  z.object({ status: z.literal('FAILED'), error: z.object({ code: z.string().min(1) }) }),
])

function readReply(reply: VendorReply | Unavailable): FinnotechReply {
  if (reply.kind === 'unavailable') return reply
  // Our plan, our credit or our scopes are the cause.
  if (reply.status === 402 || reply.status === 403) return unavailable('ACCOUNT_REFUSED')
  const answer = Answer.safeParse(reply.json).data
  if (!answer) return unavailable('MALFORMED_REPLY')
  if (answer.status === 'DONE') return { kind: 'done', result: answer.result }
  return { kind: 'failed', code: answer.error.code }
}
