import type * as z from 'zod/mini'
import type { UserPage } from '#contract/operations-users.ts'
import { type Rejected, rejected } from '#contract/rejected.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { maskCode, maskEmail } from '#domain/masked-person.ts'
import { hasRight, type OperatorRole } from '#domain/operator-rights.ts'
import { readBankAccounts } from '../store/accounts/bank-accounts.ts'
import { readAccountFacts } from '../store/accounts/console-users.ts'
import { readIdentity } from '../store/accounts/identities.ts'
import { readLogins } from '../store/accounts/logins.ts'
import { readOnlySaved, readSavedAddresses } from '../store/accounts/saved-addresses.ts'
import { readUserSessions } from '../store/accounts/sessions.ts'
import { readLentTo, readReturnedBy } from '../store/console/supervisor-credit.ts'
import type { Queryable } from '../store/database.ts'
import { readBalances } from '../store/wallets/balances.ts'
import type { ConsoleServices } from './console-services.ts'
import { readSupervisorPayload } from './proposals/supervisors.ts'
import { maskedFor, seen } from './user-on-wire.ts'

const LOGINS = { size: 10, before: '' }

/** A customer's page. Refuses USER_NOT_FOUND. */
export async function readUser(
  { accounts, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { userId, roles }: { userId: number; roles: readonly OperatorRole[] },
): Promise<z.input<typeof UserPage> | Rejected> {
  const { database, now } = accounts
  const facts = await readAccountFacts(database, userId)
  if (!facts) return rejected('USER_NOT_FOUND')
  const identity = await readIdentity(database, userId)
  const logins = await readLogins(database, { userId, ...LOGINS })
  const sessions = await readUserSessions(database, { userId, now: now() })
  const balances = await readBalances(database, userId)
  const cards = await readBankAccounts(database, userId)
  const credit = await readCredit({ accounts, catalogue }, userId)
  return {
    id: String(facts.id),
    mobileNumber: maskedFor(roles, facts.mobile),
    firstName: identity?.firstName ?? null,
    lastName: identity?.lastName ?? null,
    nationalCode: seen(identity?.nationalCode, { roles, mask: maskCode }),
    birthDay: hasRight(roles, 'USERS_READ_PERSONAL') ? (identity?.birthDay ?? null) : null,
    state: identity?.state ?? null,
    city: identity?.city ?? null,
    email: seen(facts.email ?? identity?.email, { roles, mask: maskEmail }),
    authenticationType: facts.verification,
    userAccountLevel: facts.level,
    levelSetByHand: facts.levelSetByHand,
    twoStepAuthenticationType: facts.twoStep,
    frozen: facts.frozenAt !== undefined,
    frozenBy: facts.frozenBy ?? null,
    frozenAt: facts.frozenAt?.toISOString() ?? null,
    freeze: facts.freeze
      ? { kind: facts.freeze.kind, by: facts.freeze.by ?? null, reason: facts.freeze.reason ?? null }
      : null,
    withdrawalsHeldUntil: facts.withdrawalsHeldUntil?.toISOString() ?? null,
    photos: Object.values(identity?.pictures ?? {}).filter((name) => name !== undefined).length,
    createdDate: facts.createdAt.toISOString(),
    cards: cards.map(({ id, cardNumber, sheba, verified, doubted }) => ({
      id: String(id),
      cardNumber: maskedFor(roles, cardNumber),
      shebaCode: maskedFor(roles, sheba),
      verified,
      doubted,
    })),
    ...(await readAddresses(database, { userId, roles })),
    balances: balances.flatMap(({ coinId, available, blocked }) => {
      const coin = catalogue.coins.find(({ id }) => id === coinId)
      if (!coin) return []
      const text = (units: bigint) => formatDecimal(units, coin.decimals)
      return [{ coin: coin.symbol, available: text(available), blocked: text(blocked) }]
    }),
    credit,
    logins: logins.rows.map(({ at, ip, successful, ...device }) => ({
      ...device,
      loginRequestedDateTime: at.toISOString(),
      ipAddress: ip,
      isSuccessful: successful,
    })),
    sessions: sessions.map(({ id, openedAt, lastUsedAt, ip, ...device }) => ({
      ...device,
      id: String(id),
      openedAt: openedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      ipAddress: ip,
    })),
  }
}

/** The addresses that a user keeps for withdrawals of coins. */
async function readAddresses(
  database: Queryable,
  { userId, roles }: { readonly userId: number; readonly roles: readonly OperatorRole[] },
) {
  const saved = await readSavedAddresses(database, userId)
  return {
    savedAddresses: saved.map(({ id, network, label, address, addedAt }) => ({
      ...{ id: String(id), network, label, addedAt: addedAt.toISOString() },
      address: maskedFor(roles, address),
    })),
    onlySavedAddresses: await readOnlySaved(database, userId),
  }
}

/** The credit lines drawn for a user, oldest first, and the part of each coin not yet returned. */
async function readCredit(
  { accounts: { database }, catalogue: { coinBySymbol } }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  userId: number,
) {
  const lines = (await readLentTo(database, userId)).flatMap(({ proposalId, payload, at }) =>
    readSupervisorPayload(payload).credit.map((line) => ({
      proposalId: String(proposalId),
      at: at.toISOString(),
      ...line,
    })),
  )
  const returned = await readReturnedBy(database, userId)
  const owed = [...new Set(lines.map(({ coin }) => coin))].flatMap((symbol) => {
    const coin = coinBySymbol.get(symbol)
    if (!coin) return []
    const lent = lines
      .filter((line) => line.coin === symbol)
      .reduce((sum, { amount }) => sum + (parseDecimal(amount, coin.decimals) ?? 0n), 0n)
    return [{ coin: symbol, amount: formatDecimal(lent - (returned.get(coin.id) ?? 0n), coin.decimals) }]
  })
  return { lines, owed }
}
