import { iranianIdentity } from '#tests/builders/iranian-identity.ts'
import type { SpecifiedRequest } from './calls.ts'
import type { Owned } from './owned-things.ts'

type Request = Omit<SpecifiedRequest, 'token'>

/** A call that names a thing of a customer. */
interface Naming {
  /** The call as `who-may-call-lines.ts` writes it. */
  readonly line: string
  readonly thing: Exclude<keyof Owned, 'userId' | 'token'>
  /** A name of the same form that names nothing. */
  readonly nothing: string
  readonly call: (name: string) => Request
  /** The answer to a call for another customer's thing, the same as for none. */
  readonly answers: string
}

const NO_ID = '999999999'
const by = (method: Request['method'], path: string) => (name: string) => ({ method, path: `${path}/${name}` })
const post = (path: string, body: (name: string) => Readonly<Record<string, unknown>>) => (name: string) =>
  ({ method: 'POST', path, body: body(name) }) as const
const form = (fields: Readonly<Record<string, string>>) => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}

/** Every call that names a thing of a customer. */
export const NAMINGS: readonly Naming[] = [
  {
    line: 'GET /outcomes/:key',
    thing: 'orderKey',
    nothing: 'key-of-nobody',
    call: by('GET', '/outcomes'),
    answers: 'NONE',
  },
  {
    line: 'POST /tickets',
    thing: 'order',
    nothing: NO_ID,
    call: (aboutId) => ({
      method: 'POST',
      path: '/tickets',
      form: form({ subject: 'Order', type: 'GENERAL', text: 'Why?', aboutKind: 'ORDER', aboutId }),
    }),
    answers: 'TICKET_ABOUT_NOT_FOUND',
  },
  {
    line: 'POST /orders/batch',
    thing: 'orderOfBatch',
    nothing: NO_ID,
    call: post('/orders/batch', (id) => ({
      orders: [{ action: 'CANCEL', id, clientOrderId: `cancel-${id}-${Date.now()}` }],
    })),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'GET /orders/details/:id',
    thing: 'order',
    nothing: NO_ID,
    call: by('GET', '/orders/details'),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'GET /orders/details/:id/trades',
    thing: 'order',
    nothing: NO_ID,
    call: (id) => ({ method: 'GET', path: `/orders/details/${id}/trades` }),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'PUT /orders/:id',
    thing: 'order',
    nothing: NO_ID,
    call: (id) => ({ method: 'PUT', path: `/orders/${id}`, body: { amount: '1' } }),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'DELETE /orders/:id',
    thing: 'order',
    nothing: NO_ID,
    call: by('DELETE', '/orders'),
    answers: 'ORDER_NOT_FOUND',
  },
  {
    line: 'GET /tickets/message/:id',
    thing: 'ticket',
    nothing: NO_ID,
    call: by('GET', '/tickets/message'),
    answers: 'TICKET_NOT_FOUND',
  },
  {
    line: 'POST /tickets/message/:id',
    thing: 'ticket',
    nothing: NO_ID,
    call: (id) => ({ method: 'POST', path: `/tickets/message/${id}`, form: form({ text: 'And mine?' }) }),
    answers: 'TICKET_NOT_FOUND',
  },
  {
    line: 'GET /files/download',
    thing: 'file',
    nothing: '00000000-0000-4000-8000-000000000000.pdf',
    call: (fileName) => ({ method: 'GET', path: '/files/download', query: { fileName } }),
    answers: 'FILE_NOT_FOUND',
  },
  {
    line: 'POST /notifications/read',
    thing: 'notification',
    nothing: NO_ID,
    call: post('/notifications/read', (id) => ({ ids: [id] })),
    answers: '"unread":0',
  },
  {
    line: 'DELETE /users/bank-accounts/:id',
    thing: 'bankAccount',
    nothing: NO_ID,
    call: by('DELETE', '/users/bank-accounts'),
    answers: 'NOT_FOUND',
  },
  {
    line: 'DELETE /users/sessions/:id',
    thing: 'session',
    nothing: NO_ID,
    call: by('DELETE', '/users/sessions'),
    answers: 'SESSION_NOT_FOUND',
  },
  {
    line: 'DELETE /users/api-keys/:id',
    thing: 'apiKey',
    nothing: NO_ID,
    call: by('DELETE', '/users/api-keys'),
    answers: 'API_KEY_NOT_FOUND',
  },
  {
    line: 'PUT /users/passkeys/:id',
    thing: 'passkey',
    nothing: NO_ID,
    call: (id) => ({ method: 'PUT', path: `/users/passkeys/${id}`, body: { name: 'Mine' } }),
    answers: 'NOT_FOUND',
  },
  {
    line: 'DELETE /users/passkeys/:id',
    thing: 'passkeyToRemove',
    nothing: NO_ID,
    call: by('DELETE', '/users/passkeys'),
    answers: 'NOT_FOUND',
  },
  {
    line: 'DELETE /users/sign-on/identities/:id',
    thing: 'signOn',
    nothing: NO_ID,
    call: by('DELETE', '/users/sign-on/identities'),
    answers: 'NOT_FOUND',
  },
  {
    line: 'DELETE /price-alerts/:id',
    thing: 'priceAlert',
    nothing: NO_ID,
    call: by('DELETE', '/price-alerts'),
    answers: 'PRICE_ALERT_NOT_FOUND',
  },
  {
    line: 'PUT /recurring-buys/:id',
    thing: 'recurringBuy',
    nothing: NO_ID,
    call: (id) => ({
      method: 'PUT',
      path: `/recurring-buys/${id}`,
      body: { total: '50000000', rhythm: { kind: 'DAILY', minute: 600 }, paused: true },
    }),
    answers: 'RECURRING_BUY_NOT_FOUND',
  },
  {
    line: 'GET /recurring-buys/:id/runs',
    thing: 'recurringBuy',
    nothing: NO_ID,
    call: (id) => ({ method: 'GET', path: `/recurring-buys/${id}/runs` }),
    answers: 'RECURRING_BUY_NOT_FOUND',
  },
  {
    line: 'DELETE /recurring-buys/:id',
    thing: 'recurringBuyToRemove',
    nothing: NO_ID,
    call: by('DELETE', '/recurring-buys'),
    answers: 'RECURRING_BUY_NOT_FOUND',
  },
  {
    line: 'POST /wallets/deposit-toman/settle',
    thing: 'deposit',
    nothing: 'A00000000000000000000000000000000000',
    call: post('/wallets/deposit-toman/settle', (authority) => ({ authority })),
    answers: 'DEPOSIT_NOT_FOUND',
  },
  {
    line: 'POST /wallets/deposit-toman',
    thing: 'card',
    nothing: iranianIdentity().cardNumber,
    call: post('/wallets/deposit-toman', (cardNumber) => ({
      amount: '500000',
      paymentGateway: 'ZARINPAL',
      cardNumber,
    })),
    answers: 'CARD_NOT_VERIFIED',
  },
  {
    line: 'DELETE /wallets/withdrawal-requests/:id',
    thing: 'withdrawal',
    nothing: NO_ID,
    call: by('DELETE', '/wallets/withdrawal-requests'),
    answers: 'WITHDRAWAL_NOT_FOUND',
  },
  {
    line: 'DELETE /wallets/deliveries/:id',
    thing: 'delivery',
    nothing: NO_ID,
    call: by('DELETE', '/wallets/deliveries'),
    answers: 'DELIVERY_NOT_FOUND',
  },
  {
    line: 'DELETE /wallets/saved-addresses/:id',
    thing: 'savedAddress',
    nothing: NO_ID,
    call: by('DELETE', '/wallets/saved-addresses'),
    answers: 'SAVED_ADDRESS_NOT_FOUND',
  },
  ...['/wallets/withdrawal-code', '/wallets/withdrawal-passkey'].map((path) => ({
    line: `POST ${path}`,
    thing: 'sheba' as const,
    nothing: iranianIdentity().sheba,
    call: post(path, (destinationWalletAddress) => ({
      amount: '500000',
      relatedCoin: 'TOMAN',
      destinationWalletAddress,
    })),
    answers: 'ADDRESS_NOT_FOUND' as const,
  })),
]
