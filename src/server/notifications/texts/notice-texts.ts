import type { Language } from '#domain/market-state.ts'
import type { NoticeKind } from '#domain/notices.ts'
import { MONEY_TEXTS } from './money.ts'
import { NEWS_TEXTS } from './news.ts'
import type { NoticeText } from './notice-text.ts'
import { OPERATIONS_TEXTS } from './operations.ts'
import { ORDER_TEXTS } from './orders.ts'
import { SECURITY_TEXTS } from './security.ts'

/** The sentences of every kind: a kind without sentences does not compile. */
export const NOTICE_TEXTS: Readonly<Record<NoticeKind, Readonly<Record<Language, NoticeText>>>> = {
  ...ORDER_TEXTS,
  ...MONEY_TEXTS,
  ...SECURITY_TEXTS,
  ...NEWS_TEXTS,
  ...OPERATIONS_TEXTS,
}
