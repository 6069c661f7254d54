import { groupOf, type NoticeGroup, type NoticeKind } from '#domain/notices.ts'
import type { NoticeParams } from './notice-sentence.ts'

const PATHS = {
  ORDERS: '/profile/history?tab=orders',
  MONEY: '/profile/history?tab=deposits',
  SECURITY: '/profile/settings',
  SUPPORT: '/profile/support',
  ACCOUNT: '/profile/account',
  PRICE_ALERTS: '/profile/trade',
  NEWS: '/profile/notifications',
} as const satisfies Record<NoticeGroup, string>

/** The page of the app that a notice opens. Its parameters make the path more specific if they are known. */
export function noticePath(kind: NoticeKind, params: NoticeParams): string {
  switch (kind) {
    case 'ORDER_FILLED':
    case 'ORDER_PARTLY_FILLED':
    case 'ORDER_CANCELLED':
    case 'ORDER_CANCELLED_BY_OPERATOR':
    case 'ORDER_EXPIRED':
    case 'ORDER_TRIGGERED':
      return isId(params.orderId) ? `${PATHS.ORDERS}&order=${params.orderId}` : PATHS.ORDERS
    case 'PRICE_ALERT':
      return marketPath(params.market) ?? PATHS[groupOf(kind)]
    case 'TICKET_ANSWERED':
      return isId(params.ticketId) ? `/profile/support/massage/${params.ticketId}` : PATHS.SUPPORT
    case 'WITHDRAWAL_ASKED':
    case 'WITHDRAWAL_APPROVED':
    case 'WITHDRAWAL_SENT':
    case 'WITHDRAWAL_CONFIRMED':
    case 'WITHDRAWAL_REFUSED':
      return '/profile/wallet'
    default:
      return PATHS[groupOf(kind)]
  }
}

const isId = (text: string | undefined): text is string => /^\d{1,18}$/.test(text ?? '')

/** "GOLD_TOMAN" is traded at /profile/trade/TOMAN/GOLD. */
function marketPath(symbol: string | undefined): string | undefined {
  const [, base, quote] = /^([A-Z0-9_]+)_(TOMAN|TETHER)$/.exec(symbol ?? '') ?? []
  return base && quote ? `/profile/trade/${quote}/${base}` : undefined
}
