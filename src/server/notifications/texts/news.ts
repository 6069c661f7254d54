import type { NoticeTexts } from './notice-text.ts'

/** Answers of support, price alerts, and what operators write to users. */
export const NEWS_TEXTS = {
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
