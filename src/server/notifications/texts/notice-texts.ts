import type { Language } from '#domain/market-state.ts'
import type { NoticeKind } from '#domain/notices.ts'
import { DELIVERY_TEXTS } from './deliveries.ts'
import type { NoticeText, NoticeTexts } from './frame.ts'
import { SECURITY_TEXTS } from './security.ts'
import { MONEY_TEXTS, ORDER_TEXTS, RECURRING_BUY_TEXTS } from './trading.ts'

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

/** Notices for operators about waiting work and about actions of the exchange itself. */
const OPERATIONS_TEXTS = {
  MAKER_STOPPED: {
    fa: {
      subject: 'بازارگردان یک بازار کیمیا خاموش شد',
      text: 'بازارگردان {{pair}} امروز {{amount}} زیان داد، از سقف روز گذشت و خودکار خاموش شد.',
      discreet: 'زیان بازارگردان {{pair}} از سقف روز گذشت و خودکار خاموش شد.',
    },
    en: {
      subject: 'The market maker of a Kimia market is off',
      text: 'The market maker of {{pair}} lost {{amount}} today, more than its limit, and was switched off automatically.',
      discreet: 'The market maker of {{pair}} lost more than its limit today and was switched off automatically.',
    },
  },
  MAKER_STRATEGY_SET: {
    fa: {
      subject: 'تنظیم بازارگردان کیمیا تغییر کرد',
      text: 'تنظیم بازارگردان {{pair}} را {{name}} تغییر داد. اگر از آن خبر ندارید، بازارگردان را خاموش کنید.',
    },
    en: {
      subject: 'A setting of the Kimia market maker was changed',
      text: "{{name}} changed how the market maker quotes {{pair}}. If you don't know why, switch it off.",
    },
  },
  PROPOSAL_WAITS: {
    fa: {
      subject: 'پیشنهاد {{number}} منتظر تأیید است',
      text: 'پیشنهاد {{number}} از {{name}} در میز عملیات منتظر تأیید است: {{title}}.',
    },
    en: {
      subject: 'Proposal {{number}} awaits approval',
      text: 'Proposal {{number}} by {{name}} awaits approval at the operations desk: {{title}}.',
    },
  },
  IDENTITY_WAITS: {
    fa: {
      subject: 'احراز هویت منتظر بررسی است',
      text: '{{count}} فرم احراز هویت منتظر بررسی است؛ قدیمی‌ترین آن‌ها بیش از ۴ ساعت.',
    },
    en: {
      subject: 'Identity forms wait for a review',
      text: 'Identity forms waiting for a review: {{count}}. The oldest has waited more than 4 hours.',
    },
  },
  VENDOR_FAULT: {
    fa: {
      subject: 'یک سرویس بیرونی کیمیا پاسخ نمی‌دهد',
      text: 'سرویس {{title}} چند بار پشت سر هم پاسخ درست نداد.',
    },
    en: {
      subject: "A vendor of Kimia isn't answering",
      text: 'Vendor without a usable answer several times in a row: {{title}}.',
    },
  },
  CUSTODY_SHORT: {
    fa: {
      subject: 'ارسال رمزارزهای کیمیا متوقف شد',
      text: 'خزانه در شبکهٔ {{name}} به اندازهٔ {{amount}} کمتر از دفتر کل دارد. همهٔ ارسال‌ها متوقف شد.',
      discreet: 'خزانه در شبکهٔ {{name}} کمتر از دفتر کل دارد. همهٔ ارسال‌ها متوقف شد.',
    },
    en: {
      subject: 'Kimia stopped sending coins',
      text: 'On {{name}}, custody holds {{amount}} less than the ledger has. All sending of coins is stopped.',
      discreet: 'On {{name}}, custody holds less than the ledger has. All sending of coins is stopped.',
    },
  },
} as const satisfies NoticeTexts

/** The vendors of VENDOR_FAULT, by the names of their gauges. */
export const VENDOR_NAMES: ReadonlyMap<string, Readonly<Record<Language, string>>> = new Map([
  ['sms', { fa: 'پیامک', en: 'SMS' }],
  ['email', { fa: 'ایمیل', en: 'email' }],
  ['identity', { fa: 'استعلام هویت', en: 'identity registry' }],
  ['cards', { fa: 'درگاه پرداخت', en: 'card gateway' }],
  ['screening', { fa: 'فهرست آدرس‌های ممنوع', en: 'address screening' }],
  ['anchors', { fa: 'محل لنگر گزارش رویدادها', en: 'place of audit anchors' }],
  ['prices', { fa: 'منبع قیمت', en: 'price source' }],
  ['files', { fa: 'محل نگهداری مدارک', en: 'store of documents' }],
])

/** The sentences of every kind: a kind without sentences does not compile. */
export const NOTICE_TEXTS: Readonly<Record<NoticeKind, Readonly<Record<Language, NoticeText>>>> = {
  ...ORDER_TEXTS,
  ...RECURRING_BUY_TEXTS,
  ...MONEY_TEXTS,
  ...DELIVERY_TEXTS,
  ...SECURITY_TEXTS,
  ...NEWS_TEXTS,
  ...OPERATIONS_TEXTS,
}
