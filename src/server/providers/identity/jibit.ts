import { z } from 'zod'
import type { BankCard } from '#domain/bank-card.ts'
import { localMobileNumber } from '#domain/mobile-number.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { parseSheba } from '#domain/sheba.ts'
import { type Unavailable, unavailable, type VendorReply } from '../call-vendor.ts'
import { createJibitSession, type JibitSession, type JibitSettings } from '../jibit-session.ts'
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

const Matching = z.object({ matched: z.boolean() })
const Similarity = z.object({ firstNameSimilarityPercentage: z.string(), lastNameSimilarityPercentage: z.string() })
const CardWithIban = z.object({ ibanInfo: z.object({ iban: z.string() }) })

const SHAHKAR_REFUSALS: Readonly<Record<string, PersonMismatch>> = {
  'nationalCode.not_valid': 'NATIONAL_CODE_IS_INCORRECT',
  'identity_info.not_found': 'NATIONAL_CODE_IS_INCORRECT',
  'mobileNumber.not_valid': 'MOBILE_IS_INCORRECT',
  // The operator does not know the owner: an unproven number is refused.
  'matching.unknown': 'MOBILE_IS_INCORRECT',
}

/** Asked only after the operators confirmed the national code, so that "not found" refers to the pair with the birth date. */
const SIMILARITY_REFUSALS: Readonly<Record<string, PersonMismatch>> = {
  'nationalCode.not_valid': 'NATIONAL_CODE_IS_INCORRECT',
  'birthDate.not_valid': 'BIRTH_DATE_IS_INCORRECT',
  'identity_info.not_found': 'BIRTH_DATE_IS_INCORRECT',
  'matching.unknown': 'BIRTH_DATE_IS_INCORRECT',
}

const CARD_REFUSALS = {
  'card.not_valid': 'ACCOUNT_NOT_FOUND',
  'card.not_active': 'ACCOUNT_NOT_FOUND',
  'card.is_expired': 'ACCOUNT_NOT_FOUND',
  'card.account_number_not_valid': 'ACCOUNT_NOT_FOUND',
} as const

const ACCOUNT_REFUSALS = {
  ...CARD_REFUSALS,
  'iban.not_valid': 'ACCOUNT_NOT_FOUND',
  'identity_info.not_found': 'ACCOUNT_OF_ANOTHER',
  // The bank does not tell.
  'matching.unknown': 'UNKNOWN',
} as const

/** Jibit's identity inquiries. All questions only read, so a broken connection is tried once more. */
export function createJibit(settings: JibitSettings): IdentityInquiry {
  const session = createJibitSession(settings, { version: 'v1' })
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
async function matchMobile(session: JibitSession, { nationalCode, mobileNumber }: Person): Promise<PersonOutcome> {
  const mobile = localMobileNumber(mobileNumber)
  const reply = await session.get('/v1/services/matching', { nationalCode, mobileNumber: mobile })
  if (reply.kind === 'unavailable') return reply
  if (reply.status !== 200) return personRefusal(readJibitRefusal(reply, SHAHKAR_REFUSALS))
  const matching = Matching.safeParse(reply.json)
  if (!matching.success) return unavailable('MALFORMED_REPLY')
  return matching.data.matched ? { kind: 'matched' } : { kind: 'refused', codes: ['MOBILE_IS_INCORRECT'] }
}

/** The civil registry: do code, birth date and names belong together? */
async function compareNames(session: JibitSession, person: Person): Promise<PersonOutcome> {
  const firstName = toPersianText(person.firstName)
  const lastName = toPersianText(person.lastName)
  const reply = await session.get('/v1/services/identity/similarity', {
    nationalCode: person.nationalCode,
    birthDate: person.birthDate,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
  })
  if (reply.kind === 'unavailable') return reply
  if (reply.status !== 200) return personRefusal(readJibitRefusal(reply, SIMILARITY_REFUSALS))
  const similarity = Similarity.safeParse(reply.json).data
  const first = percentOf(similarity?.firstNameSimilarityPercentage)
  const last = percentOf(similarity?.lastNameSimilarityPercentage)
  if (first === undefined || last === undefined) return unavailable('MALFORMED_REPLY')
  return nameOutcome({ first, last })
}

const personRefusal = (read: ReturnType<typeof readJibitRefusal<PersonMismatch>>): PersonOutcome =>
  read.kind === 'refused' ? { kind: 'refused', codes: [read.code] } : read

async function matchAccount(session: JibitSession, owned: OwnedAccount): Promise<AccountOutcome> {
  const { account, nationalCode, birthDate } = owned
  const named = 'sheba' in account ? { iban: account.sheba } : { cardNumber: account.cardNumber }
  const reply = await session.get('/v1/services/matching', { ...named, nationalCode, birthDate })
  if (reply.kind === 'unavailable') return reply
  if (reply.status !== 200) {
    const refusal = readJibitRefusal(reply, ACCOUNT_REFUSALS)
    if (refusal.kind === 'unavailable') return refusal
    return refusal.code === 'UNKNOWN' ? { kind: 'doubtful' } : { kind: 'refused', code: refusal.code }
  }
  const matching = Matching.safeParse(reply.json)
  if (!matching.success) return unavailable('MALFORMED_REPLY')
  return matching.data.matched ? { kind: 'matched' } : { kind: 'refused', code: 'ACCOUNT_OF_ANOTHER' }
}

async function findSheba(session: JibitSession, cardNumber: BankCard): Promise<ShebaOutcome> {
  const reply = await session.get('/v1/cards', { number: cardNumber, iban: 'true' })
  if (reply.kind === 'unavailable') return reply
  if (reply.status !== 200) return readJibitRefusal(reply, CARD_REFUSALS)
  const sheba = parseSheba(CardWithIban.safeParse(reply.json).data?.ibanInfo.iban ?? '')
  return sheba === undefined ? unavailable('MALFORMED_REPLY') : { kind: 'found', sheba }
}

const Refusal = z.object({ code: z.string().min(1) })

/** Codes about our account or their suppliers rather than the person asked about. */
const FAULTS: Readonly<Record<string, Unavailable>> = {
  'balance.not_enough': unavailable('ACCOUNT_REFUSED'),
  'daily_limit.reached': unavailable('TOO_MANY_REQUESTS'),
  forbidden: unavailable('ACCOUNT_REFUSED'),
  'providers.not_available': unavailable('SERVER_ERROR'),
  'card.provider_is_not_active': unavailable('SERVER_ERROR'),
  'card.source_bank_is_not_active': unavailable('SERVER_ERROR'),
  'iban.provider_is_not_active': unavailable('SERVER_ERROR'),
  'server.error': unavailable('SERVER_ERROR'),
}

/** The code of a refused inquiry that the caller can translate, or why there is no answer. */
function readJibitRefusal<Code>(
  reply: VendorReply,
  meaning: Readonly<Record<string, Code>>,
): { readonly kind: 'refused'; readonly code: Code } | Unavailable {
  const code = Refusal.safeParse(reply.json).data?.code
  if (code === undefined) return unavailable('MALFORMED_REPLY')
  const refusal = Object.hasOwn(meaning, code) ? meaning[code] : undefined
  if (refusal !== undefined) return { kind: 'refused', code: refusal }
  const fault = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined
  if (fault) return fault
  return unavailable(reply.status === 403 ? 'ACCOUNT_REFUSED' : 'MALFORMED_REPLY')
}
