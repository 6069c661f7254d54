import { Rejected, rejected } from '#contract/rejected.ts'
import * as contract from '#contract/saved-addresses.ts'
import { SAVED_ADDRESS_WAIT_MS, SAVED_ADDRESSES_MAX } from '#domain/saved-address.ts'
import { type Route, route } from '../http/route.ts'
import { queueNotice } from '../notifications/queue-notice.ts'
import { recordEvent } from '../store/accounts/audit-log.ts'
import { lockProtection, type Place } from '../store/accounts/protection.ts'
import {
  countSavedAddresses,
  deleteSavedAddress,
  insertSavedAddress,
  isAddressSaved,
  readOnlySaved,
  readSavedAddresses,
  type SavedAddressRow,
  saveOnlySaved,
} from '../store/accounts/saved-addresses.ts'
import type { Accounts } from './accounts.ts'
import { type Actor, actorOf, eventOf, type SessionActor, sessionActorOf } from './actor.ts'
import { spendProof } from './fresh-proof.ts'
import { endTrust } from './trust.ts'

export interface AddressBook {
  readonly accounts: Pick<Accounts, 'database' | 'sessions' | 'now'>
  /** The address and its tag as their network writes them. Refuses what `readAddress` of the wallets refuses. */
  readonly readAddress: (typed: Place) => Promise<Place | Rejected>
}

/** The addresses outside that a user keeps to withdraw coins to, and whether coins may be sent to these alone. */
export function savedAddressRoutes(book: AddressBook): Route[] {
  const { database, now } = book.accounts
  return [
    route(contract.getSavedAddresses, async ({ caller: { userId } }) => {
      const onlySaved = await readOnlySaved(database, userId)
      const rows = await readSavedAddresses(database, userId)
      return { content: rows.map((row) => addressOnWire(row, { onlySaved, now: now() })), baseDTO: { onlySaved } }
    }),
    route(contract.saveAddress, async (call) => {
      const saved = await saveAddress(book, call.body, sessionActorOf(call))
      return saved instanceof Rejected ? saved : { baseDTO: saved }
    }),
    route(
      contract.removeSavedAddress,
      async (call) => (await removeSavedAddress(book, call.params.id, actorOf(call))) ?? {},
    ),
    route(contract.allowOnlySavedAddresses, async (call) => {
      await allowOnlySaved(book, actorOf(call))
      return {}
    }),
    route(contract.allowAllAddresses, async (call) => (await allowAll(book, sessionActorOf(call))) ?? {}),
  ]
}

function addressOnWire(
  { id, network, address, tag, label, addedAt }: SavedAddressRow,
  { onlySaved, now }: { onlySaved: boolean; now: Date },
) {
  const usableFrom = new Date(addedAt.getTime() + SAVED_ADDRESS_WAIT_MS)
  return {
    ...{ id: String(id), tokenType: network, address, tag: tag ?? null, label },
    addedDateTime: addedAt.toISOString(),
    usableFromDateTime: onlySaved && usableFrom > now ? usableFrom.toISOString() : null,
  }
}

/**
 * Saves an address by a proof, which it uses up, and notifies the user. Refuses, in this order: what `readAddress` refuses,
 * ADDRESS_ALREADY_SAVED, SAVED_ADDRESSES_TOO_MANY, PROOF_REQUIRED.
 */
async function saveAddress(
  { accounts: { database, sessions, now }, readAddress }: AddressBook,
  { label, ...typed }: Place & { readonly label: string },
  actor: SessionActor,
) {
  const read = await readAddress(typed)
  if (read instanceof Rejected) return read
  const { userId, sessionId } = actor
  const at = now()
  const place = { userId, network: read.tokenType, address: read.address, tag: read.tag }
  const saved = await database.transaction(async (tx) => {
    await lockProtection(tx, userId)
    if (await isAddressSaved(tx, place)) return rejected('ADDRESS_ALREADY_SAVED', { field: 'address' })
    if ((await countSavedAddresses(tx, userId)) >= SAVED_ADDRESSES_MAX) return rejected('SAVED_ADDRESSES_TOO_MANY')
    const unproven = await spendProof(tx, { sessionId, purpose: 'ADDRESSES', at })
    if (unproven) return unproven
    const added = await insertSavedAddress(tx, { ...place, label, addedAt: at })
    await queueNotice(tx, { userId, kind: 'ADDRESS_SAVED', params: { name: label, address: read.address }, at })
    await recordEvent(tx, { at, kind: 'ADDRESS_SAVED', ...eventOf(actor), details: detailsOf(added) })
    return addressOnWire(added, { onlySaved: await readOnlySaved(tx, userId), now: at })
  })
  sessions.refresh(userId)
  return saved
}

/** The audit log's details of an address. */
const detailsOf = ({ id, network, address, tag, label }: SavedAddressRow) => ({
  ...{ savedAddress: id, network, address },
  ...(tag !== undefined && { tag }),
  label,
})

/** Refuses SAVED_ADDRESS_NOT_FOUND. */
const removeSavedAddress = (
  { accounts: { database, now } }: AddressBook,
  id: string,
  actor: Actor,
): Promise<Rejected | undefined> =>
  database.transaction(async (tx) => {
    const removed = await deleteSavedAddress(tx, { userId: actor.userId, id })
    if (!removed) return rejected('SAVED_ADDRESS_NOT_FOUND')
    const details = detailsOf(removed)
    await recordEvent(tx, { at: now(), kind: 'SAVED_ADDRESS_REMOVED', ...actor, details })
    return undefined
  })

/** From now on coins may be sent to saved addresses alone. */
const allowOnlySaved = ({ accounts: { database, now } }: AddressBook, actor: Actor): Promise<void> =>
  database.transaction(async (tx) => {
    const { userId } = actor
    await lockProtection(tx, userId)
    if (await readOnlySaved(tx, userId)) return
    await saveOnlySaved(tx, { userId, onlySaved: true })
    await recordEvent(tx, { at: now(), kind: 'ONLY_SAVED_ADDRESSES_ON', ...actor })
  })

/**
 * Coins may be sent to any address again, by a proof, which it uses up. Withdrawals are held for a day and the user is notified. For a user to
 * whom this applies already nothing changes. Refuses PROOF_REQUIRED.
 */
async function allowAll(
  { accounts: { database, sessions, now } }: AddressBook,
  actor: SessionActor,
): Promise<Rejected | undefined> {
  const { userId, sessionId } = actor
  const at = now()
  const refused = await database.transaction(async (tx) => {
    await lockProtection(tx, userId)
    if (!(await readOnlySaved(tx, userId))) return undefined
    const unproven = await spendProof(tx, { sessionId, purpose: 'ADDRESSES', at })
    if (unproven) return unproven
    await saveOnlySaved(tx, { userId, onlySaved: false })
    await endTrust(tx, 'ALL_ADDRESSES_ALLOWED', { userId, at })
    await queueNotice(tx, { userId, kind: 'ALL_ADDRESSES_ALLOWED', at })
    await recordEvent(tx, { at, kind: 'ONLY_SAVED_ADDRESSES_OFF', ...eventOf(actor) })
    return undefined
  })
  sessions.refresh(userId)
  return refused
}
