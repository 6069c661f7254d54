import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { del, get, set } from 'idb-keyval'
import { sessionQuery } from '#client/entities/session/session.ts'
import { sessionMark } from '#client/lib/session-mark.ts'
import { onUserDataWiped } from '#client/lib/wipe-user-data.ts'
import { Account } from '#contract/account.ts'
import {
  answerOf,
  answersStore,
  type EarlierAnswers,
  OWN_KEY,
  parseKept,
  saveNowAndThen,
  serialize,
  takeUp,
} from './persist-queries.ts'
import { isUnreachable } from './query-client.ts'

/** A server that is silent for this long is taken for gone, if the device knows the user's last figures. */
const SILENCE_MS_MAX = 1_000

/** The account of nobody, `null`, is not kept: a tab of a visitor would keep it for the user who logs in beside it. */
const isOwn = ({ state, meta }: Pick<Query, 'meta' | 'state'>) =>
  state.data !== undefined && state.data !== null && meta?.offline === 'own'

/**
 * Keeps the signed-in user's balances and orders on the device, so that they are shown as last known without a network. A lost or shared device must
 * tell as little as possible: figures are kept, and of the account only its state, no name, number or address; for the session that
 * they came with alone; and they are deleted with it, in whatever way it ends. The worker has no part in it.
 */
export async function persistOwnAnswers(client: QueryClient): Promise<void> {
  const store = answersStore()
  const earlier: EarlierAnswers = new Map()
  let mark = sessionMark()
  onUserDataWiped(() => {
    mark = undefined
    earlier.clear()
    del(OWN_KEY, store).catch(() => undefined)
  })
  const text = await get<string>(OWN_KEY, store).catch(() => undefined)
  for (const answer of mark === undefined ? [] : parseKept(text, mark)) earlier.set(hashKey(answer.queryKey), answer)
  giveSession({ client, earlier })
  takeUp({ client, earlier })
  saveNowAndThen({ client, isKept: isOwn }, () => {
    mark ??= sessionMark()
    // A login changes the mark a moment before it wipes the data of the session before it: nothing is written in between.
    if (mark === undefined || mark !== sessionMark()) return
    const answers = client.getQueryCache().getAll().filter(isOwn).map(keptPartOf)
    set(OWN_KEY, serialize([...answers, ...earlier.values()], mark), store).catch(() => undefined)
  })
}

function keptPartOf(query: Query) {
  const answer = answerOf(query)
  return hashKey(answer.queryKey) === hashKey(sessionQuery().queryKey)
    ? { ...answer, data: withoutPerson(answer.data) }
    : answer
}

/** The part of an account that a device keeps: what it may do and pays, but nothing that says whose it is. */
const withoutPerson = (data: unknown) => {
  if (data === null) return data
  const { countryName, foreignMobileNumber, pictures, handedBack, review, ...account } = Account.parse(data)
  const nobody = { firstName: null, lastName: null, email: null, nationalCode: null, birthDay: null, telephone: null }
  const nowhere = { state: null, city: null, postalCode: null, address: null, location: null, bankAccounts: [] }
  return { ...account, ...nobody, ...nowhere, mobileNumber: '', referralCode: '' }
}

/**
 * The session is asked for at every start, since the server may have ended it; its last known state is used only if no answer comes. What the server
 * says later replaces it.
 */
function giveSession({ client, earlier }: { client: QueryClient; earlier: EarlierAnswers }): void {
  const { queryKey } = sessionQuery()
  const kept = earlier.get(hashKey(queryKey))
  if (!kept) return
  earlier.delete(hashKey(queryKey))
  const stops = [onUserDataWiped(() => stop())]
  const stop = () => {
    for (const each of stops) each()
  }
  const give = (query: Query) => {
    stop()
    const read = query.meta?.reply?.safeParse(kept.data)
    if (read?.success && query.state.data === undefined)
      query.setData(read.data, { updatedAt: kept.dataUpdatedAt, manual: true })
  }
  stops.push(
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.query.queryKey[0] !== queryKey[0]) return
      const { action, query } = event
      if (action.type === 'success') stop()
      if (action.type === 'fetch') {
        const timer = setTimeout(give, SILENCE_MS_MAX, query)
        stops.push(() => clearTimeout(timer))
      }
      if ((action.type === 'failed' || action.type === 'error') && isUnreachable(action.error)) give(query)
    }),
  )
}
