import type * as z from 'zod/mini'
import type { Account, AccountLevel, BankAccount, Country } from '#contract/account.ts'
import { type DocumentName, getDocument } from '#contract/documents.ts'
import { handBackSentence } from '#contract/hand-back-reasons.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { bankOfCard } from '#domain/bank-card.ts'
import { type Country as DomainCountry, findCountry } from '#domain/countries.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { levelWindowStart, percentOf } from '#domain/fee.ts'
import type { Language } from '#domain/market-state.ts'
import type { Amount } from '#domain/units.ts'
import { stageOf } from '#domain/verification.ts'
import { type BankAccountRow, readBankAccounts } from '../store/accounts/bank-accounts.ts'
import { type AccountRow, readAccount } from '../store/accounts/identities.ts'
import { type PendingIdentity, readPendingIdentity } from '../store/accounts/identity-reviews.ts'
import { type LevelRow, readTradeVolume } from '../store/accounts/levels.ts'
import type { Accounts } from './accounts.ts'

export function bankAccountOnWire(row: BankAccountRow, language: Language): z.input<typeof BankAccount> {
  const bank = bankOfCard(row.cardNumber)
  const bankName = (language === 'en' ? bank?.englishName : bank?.persianName) ?? ''
  return { id: row.id, cardNumber: row.cardNumber, shebaCode: row.sheba, bankName }
}

export const levelOnWire = (row: LevelRow): z.input<typeof AccountLevel> => ({
  userAccountLevel: row.level,
  tradeAmount: formatDecimal(row.volumeFrom, 0),
  wagePercent: percentOf(row.fee),
  makerPercent: percentOf(row.maker),
  takerPercent: percentOf(row.taker),
})

/** The account as its user sees it. Photos are mentioned, never sent. */
function accountOnWire(
  { mobile, email, verification, level, fee, referralCode, twoStep, identity, country }: AccountRow,
  more: {
    readonly bankAccounts: readonly BankAccountRow[]
    readonly traded: { readonly volume: Amount; readonly decimals: number }
    readonly review: Pick<PendingIdentity, 'openedAt' | 'doubts'> | undefined
    readonly language: Language
  },
): z.input<typeof Account> {
  const { authorized, pending } = stageOf(verification)
  const chosen = country === undefined ? undefined : findCountry(country)
  const { handedBack } = identity ?? {}
  const { review } = more
  return {
    mobileNumber: mobile ?? '',
    twoStepAuthenticationType: twoStep,
    countryName: country ?? null,
    firstName: identity?.firstName ?? null,
    lastName: identity?.lastName ?? null,
    email: email ?? identity?.email ?? null,
    emailVerified: email !== undefined,
    nationalCode: identity?.nationalCode ?? null,
    birthDay: identity?.birthDay ?? null,
    telephone: identity?.telephone ?? null,
    state: identity?.state ?? null,
    city: identity?.city ?? null,
    postalCode: identity?.postalCode ?? null,
    address: identity?.address ?? null,
    idFormatType: identity?.idFormat ?? null,
    image: identity?.pictures.image !== undefined,
    backImage: identity?.pictures.backImage !== undefined,
    documentImage: identity?.pictures.documentImage !== undefined,
    location: chosen ? countryOnWire(chosen) : null,
    bankAccounts: more.bankAccounts.map((row) => bankAccountOnWire(row, more.language)),
    authenticationType: verification,
    authorized,
    pending,
    supervisor: level === 'SUPERVISOR',
    userAccountLevel: level,
    totalTradesVolume: formatDecimal(more.traded.volume, more.traded.decimals),
    fee: percentOf(fee),
    referralCode,
    foreignMobileNumber: identity?.foreignMobile ?? null,
    handedBack: handedBack
      ? { reason: handBackSentence(handedBack.reason, more.language), at: handedBack.at.toISOString() }
      : null,
    review: review ? { since: review.openedAt.toISOString(), doubts: review.doubts.map(({ what }) => what) } : null,
  }
}

export const countryOnWire = ({ name, phoneCode, code }: DomainCountry): z.input<typeof Country> => ({
  countryName: name,
  countryPhoneCode: phoneCode,
  countryCode: code,
})

/** The caller's account, with its three-month trade volume. Refuses NOT_FOUND if the user no longer exists. */
export async function readOwnAccount(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { userId, language, withPictures }: { userId: number; language: Language; withPictures: boolean },
): Promise<z.input<typeof Account> | Rejected> {
  const account = await readAccount(database, userId)
  if (!account) return rejected('NOT_FOUND')
  const bankAccounts = await readBankAccounts(database, userId)
  const traded = await readTradeVolume(database, { userId, since: levelWindowStart(now()) })
  const review = await readPendingIdentity(database, userId)
  const onWire = accountOnWire(account, { bankAccounts, traded, review, language })
  return withPictures ? { ...onWire, pictures: pathsOf(onWire) } : onWire
}

/** The paths at which the owner views each received picture. */
function pathsOf(received: { readonly [Name in DocumentName]: boolean }) {
  const pathOf = (name: DocumentName) => (received[name] ? `/api${getDocument.path.replace(':name', name)}` : null)
  return { image: pathOf('image'), backImage: pathOf('backImage'), documentImage: pathOf('documentImage') }
}
