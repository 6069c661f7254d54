import { OPERATORS_TEXT } from './who-may-call-operators.ts'

/**
 * Who may call what: the specification's sections 6 and 7 and the roles of operators, written line by line by hand. Nothing here is
 * computed from the contract, so that the two can disagree. A line has the call, then the callers it admits:
 * all: everybody; user: every customer; verified: customers whose identity is verified; fresh: customers with a login or a proof of the last
 * minutes; proven: those with a further proof for the purpose that follows, by any kind of caller. Capital letters: roles of operators.
 * "key": the right that admits a program's key.
 */
const TEXT = `
GET    /                                                   all
GET    /openapi.json                                       all
GET    /health                                             all
GET    /ready                                              all
GET    /udf/config                                         all
GET    /udf/symbol_info                                    all
GET    /udf/symbols                                        all
GET    /udf/search                                         all
GET    /udf/history                                        all
GET    /udf/quotes                                         all
GET    /udf/marks                                          all
GET    /udf/timescale_marks                                all
GET    /udf/time                                           all

GET    /exchange-info                                      all
GET    /faq                                                all
GET    /user-manual                                        all
GET    /blog                                               all
GET    /terms                                              all
GET    /pages/:slug                                        all
GET    /sandboxes                                          all
GET    /liabilities                                        all
GET    /liabilities/:number                                all
GET    /liabilities/:number/proof                          user
GET    /trades/crypto-info                                 all
GET    /trades/market-info-home                            all
GET    /coins                                              all
GET    /coins/details                                      all
GET    /coins/images/:hash                                 all
GET    /coins/price/usd                                    all
GET    /coins/exchange-price/usd                           all
GET    /coins/exchange-price/usdt                          all
GET    /coins/supporting-coins                             all
GET    /trades/market-info                                 all
GET    /trades/market-info/v2                              all
GET    /trades/last-trades                                 all
GET    /markets/:market                                    all
GET    /markets/:market/candles                            all
GET    /markets/:market/grouped-book                       all
GET    /orders/order-book                                  all
GET    /orders/market-buy-sell-whole                       all
GET    /orders/amount-via-price                            all
GET    /users/account-levels                               all
GET    /users/id-format-type                               all
GET    /country                                            all
GET    /stream                                             all, no key

POST   /users/login                                        all
POST   /users/register                                     all
POST   /users/check-otp-code                               all
POST   /users/resend-otp-code                              all
POST   /users/forget-password                              all
POST   /users/reset-password                               all
POST   /users/freeze-by-token                              all
GET    /users/google-sso                                   all
GET    /users/google-sso/return                            all
GET    /users/sign-on/providers                            all
POST   /users/sign-on/continue                             all
POST   /users/sign-on/register                             all
POST   /users/passkeys/login                               all
POST   /users/passkeys/login/begin                         all
GET    /wallets/deposit-toman/return                       all
POST   /operations/login                                   all
POST   /operations/set-up/begin                            all
POST   /operations/set-up/finish                           all
POST   /operations/set-up/confirm                          all

GET    /users/logout                                       user
GET    /users/session                                      user
PUT    /users/language                                     user
GET    /users/account                                      user
POST   /users/account                                      user
PUT    /users/account                                      user
POST   /users/set-country                                  user
GET    /fino/otp                                           user
POST   /fino/otp                                           user
GET    /fino/send-sms-to-customer                          user
GET    /users/verified-bank-accounts                       user
GET    /users/login-history                                user
GET    /users/login-history/export                         user
GET    /users/invites                                      user
GET    /users/invites/invitees                             user
POST   /users/invites/codes                                user
POST   /users/send-code                                    user
POST   /users/prove                                        user
GET    /users/security                                     user
POST   /users/cancel-password-reset                        fresh
GET    /users/sessions                                     user
DELETE /users/sessions                                     user
DELETE /users/sessions/:id                                 user
POST   /users/freeze                                       user
GET    /users/passkeys                                     user
POST   /users/passkeys/prove/begin                         user
POST   /users/passkeys/prove                               user
GET    /users/sign-on/identities                           user
GET    /users/api-keys                                     user
GET    /users/notification-preferences                     user
PUT    /users/notification-preferences                     user
GET    /notifications                                      user
GET    /notifications/unread                               user
POST   /notifications/read                                 user
GET    /price-alerts                                       user
POST   /price-alerts                                       user
DELETE /price-alerts/:id                                   user
GET    /recurring-buys                                     user
GET    /recurring-buys/:id/runs                            user
DELETE /recurring-buys/:id                                 user
GET    /favourite-markets                                  user
PUT    /favourite-markets/:market                          user
DELETE /favourite-markets/:market                          user
GET    /push/key                                           user
POST   /push/subscriptions                                 user
DELETE /push/subscriptions                                 user
GET    /tickets                                            user
POST   /tickets                                            user
GET    /tickets/message/:id                                user
POST   /tickets/message/:id                                user
GET    /files/download                                     user
POST   /wallets/deposit-toman/settle                       user
GET    /orders                                             user, key read
GET    /orders/details/:id                                 user, key read
GET    /orders/details/:id/trades                          user, key read
GET    /orders/export                                      user, key read
GET    /trades                                             user, key read
GET    /trades/export                                      user, key read
GET    /outcomes/:key                                      user, key read
GET    /wallets/customer-addresses                         user, key read
GET    /wallets/customer-wallet-amount                     user, key read
GET    /wallets/deposit                                    user, key read
GET    /wallets/deposit/export                             user, key read
GET    /wallets/order-profit                               user, key read
GET    /wallets/positions                                  user, key read
GET    /wallets/withdrawal-requests                        user, key read
GET    /wallets/withdrawal-requests/export                 user, key read
GET    /wallets/worth-history                              user, key read
GET    /wallets/received-transfers                         user
GET    /wallets/withdrawal-terms                           user
GET    /wallets/delivery-terms                             user
GET    /wallets/deliveries                                 user
DELETE /wallets/deliveries/:id                             user
DELETE /wallets/withdrawal-requests/:id                    user
GET    /wallets/saved-addresses                            user
DELETE /wallets/saved-addresses/:id                        user
PUT    /wallets/only-saved-addresses                       user
DELETE /orders                                             user, key trade
DELETE /orders/:id                                         user, key trade

POST   /orders/buy                                         verified, key trade
POST   /orders/sell                                        verified, key trade
POST   /orders/oco                                         verified, key trade
POST   /orders/batch                                       verified, key trade
PUT    /orders/:id                                         verified, key trade
POST   /exchange/buy                                       verified, key trade
POST   /exchange/quote                                      verified, key trade
POST   /exchange/sell                                      verified, key trade
POST   /recurring-buys                                     verified
PUT    /recurring-buys/:id                                 verified
POST   /wallets/deposit-toman                              verified
GET    /wallets/customer/wallet-address                    verified
GET    /wallets/check-confirmed-transaction                verified
POST   /wallets/withdrawal-code                            verified
POST   /wallets/withdrawal-passkey                         verified
POST   /wallets/withdrawal-request                         verified
POST   /wallets/delivery-code                              verified
POST   /wallets/delivery-passkey                           verified
POST   /wallets/deliveries                                 verified
GET    /wallets/deposit-toman/options                      verified
DELETE /users/bank-accounts/:id                            verified

POST   /users/bank-accounts                                fresh
GET    /users/documents/:name                              fresh
POST   /users/change-mobile-otp                            proven MOBILE
POST   /users/change-email-otp                             proven EMAIL
POST   /users/resend-mobile-otp                            proven MOBILE
POST   /users/resend-email-otp                             proven EMAIL
DELETE /users/api-keys/:id                                 fresh
PUT    /users/anti-phishing-phrase                         fresh
PUT    /users/passkeys/:id                                 fresh
DELETE /users/passkeys/:id                                 fresh
DELETE /users/sign-on/identities/:id                       fresh

POST   /users/change-mobile                                proven MOBILE
POST   /users/change-email                                 proven EMAIL
POST   /users/send-verification-code                       proven TWO_STEP
POST   /users/change-otp                                   proven TWO_STEP
POST   /users/change-password                              proven PASSWORD
POST   /users/recovery-codes                               proven TWO_STEP
POST   /users/api-keys                                     proven ACCESS
POST   /users/passkeys/begin                               proven ACCESS
POST   /users/passkeys                                     proven ACCESS
POST   /users/sign-on/identities                           proven ACCESS
POST   /users/sign-on/password                             proven ACCESS
POST   /wallets/saved-addresses                            proven ADDRESSES
DELETE /wallets/only-saved-addresses                       proven ADDRESSES
`

/** One call and the callers it admits. */
export interface Line {
  readonly method: string
  /** Relative to /api, except for the chart feed. */
  readonly path: string
  /** "all", "verified", "proven ACCESS" or, for operators, their roles. */
  readonly lets: string
  /** "read", "trade"; undefined: keys of programs are not admitted. */
  readonly key: string | undefined
}

export const LINES: readonly Line[] = `${TEXT}${OPERATORS_TEXT}`
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, method = '', path = '', lets = '', key] = /^(\w+) +(\S+) +([^,]+)(?:, (?:key )?(.*))?$/.exec(line) ?? []
    return { method, path, lets, key }
  })

export const addressOf = ({ path }: Pick<Line, 'path'>): string =>
  path.startsWith('/udf/') ? path : `/api${path}`.replace(/\/$/, '')
