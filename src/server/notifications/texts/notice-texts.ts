import type { Language } from '#domain/market-state.ts'
import type { NoticeKind } from '#domain/notices.ts'
import { MONEY_TEXTS } from './money.ts'
import type { NoticeText, NoticeTexts } from './notice-text.ts'
import { OPERATIONS_TEXTS } from './operations.ts'
import { ORDER_TEXTS } from './orders.ts'
import { SECURITY_TEXTS } from './security.ts'

/** Answers of support, price alerts, and what operators write to users. */
const NEWS_TEXTS = {
  TICKET_ANSWERED: {
    fa: { subject: 'پشتیبانی پاسخ داد', text: 'پشتیبانی به تیکت «{{subject}}» پاسخ داد.' },
    en: { subject: 'Support replied', text: 'Support replied to your ticket "{{subject}}".' },
  },
  PRICE_ALERT: {
    fa: { subject: 'هشدار قیمت', text: '{{name}} به {{price}} رسید.', discreet: '{{name}} به قیمت هشدار شما رسید.' },
    en: { subject: 'Price alert', text: '{{name}} reached {{price}}.', discreet: '{{name}} reached your alert price.' },
  },
  BROADCAST: {
    fa: { subject: '{{title}}', text: '{{text}}' },
    en: { subject: '{{title}}', text: '{{text}}' },
  },
} as const satisfies NoticeTexts

/** The sentences of every kind: a kind without sentences does not compile. */
export const NOTICE_TEXTS: Readonly<Record<NoticeKind, Readonly<Record<Language, NoticeText>>>> = {
  ...ORDER_TEXTS,
  ...MONEY_TEXTS,
  ...SECURITY_TEXTS,
  ...NEWS_TEXTS,
  ...OPERATIONS_TEXTS,
}
