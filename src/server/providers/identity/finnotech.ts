import { z } from 'zod'
import type { BankCard } from '#domain/bank-card.ts'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { JalaliDate } from '#domain/jalali.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import type { NationalCode } from '#domain/national-code.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { parseSheba } from '#domain/sheba.ts'
import { type Unavailable, unavailable } from '../call-vendor.ts'
import {
  createFinnotechSession,
  type FinnotechReply,
  type FinnotechSession,
  type FinnotechSettings,
} from './finnotech-session.ts'
import {
  type AccountOutcome,
  type IdentityInquiry,
  type OwnedAccount,
  type Person,
  type PersonMismatch,
  type PersonOutcome,
  type ShebaOutcome,
  verifyMobileAndNames,
} from './identity.ts'
import { nameOutcome } from './name-outcome.ts'

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

/** Whole percent, rounded down: 79.9 becomes 79. */
function percentOf(text: string | undefined): number | undefined {
  const percent = text === undefined ? undefined : parseDecimal(text.split('.')[0] ?? '', 0)
  return percent === undefined ? undefined : toCount(percent)
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
