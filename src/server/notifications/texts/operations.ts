import type { Language } from '#domain/market-state.ts'
import type { NoticeTexts } from './notice-text.ts'

/** Notices for operators about waiting work and about actions of the exchange itself. */
export const OPERATIONS_TEXTS = {
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
} as const satisfies NoticeTexts

/** The vendors of VENDOR_FAULT, by the names of their gauges. */
export const VENDOR_NAMES: ReadonlyMap<string, Readonly<Record<Language, string>>> = new Map([
  ['sms', { fa: 'پیامک', en: 'SMS' }],
  ['email', { fa: 'ایمیل', en: 'email' }],
  ['identity', { fa: 'استعلام هویت', en: 'identity registry' }],
  ['cards', { fa: 'درگاه پرداخت', en: 'card gateway' }],
  ['prices', { fa: 'منبع قیمت', en: 'price source' }],
])
