import type { ContactLink } from '#contract/exchange-info.ts'

export const NAME = { fa: 'کیمیا', en: 'Kimia' } as const

/** Links of the contacts, with the names that these services use. */
export const LINK_NAMES = {
  telegram: 'Telegram',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'X',
  whatsapp: 'WhatsApp',
  appAndroid: 'Android',
  appIOS: 'iOS',
} as const satisfies Record<ContactLink, string>

/** The words of public pages next to the texts of operators. */
export const WORDS = {
  fa: {
    language: 'فارسی',
    home: 'خرید و فروش طلا و رمزارز',
    homeText: 'خرید و فروش فوری طلا و رمزارز با تومان و تتر، با قیمت شفاف و دفتر سفارش زنده.',
    markets: 'بازارها',
    marketsText: 'قیمت لحظه‌ای و بازار همهٔ دارایی‌های کیمیا.',
    wages: 'کارمزدها',
    faq: 'مرکز راهنما',
    questions: 'پرسش‌های متداول',
    contact: 'تماس با ما',
    coin: (name: string, unit: string) => `قیمت ${name} به ${unit}`,
    logIn: 'ورود',
    signUp: 'ثبت‌نام',
    list: { asset: 'دارایی', price: (unit: string) => `قیمت (${unit})`, change: 'تغییر ۲۴ ساعت' },
    figures: {
      last: 'آخرین قیمت',
      change: 'تغییر ۲۴ ساعت',
      buy: 'قیمت خرید فوری',
      sell: 'قیمت فروش فوری',
      high: 'بیشترین ۲۴ ساعت',
      low: 'کمترین ۲۴ ساعت',
    },
  },
  en: {
    language: 'English',
    home: 'Buy and sell gold and crypto',
    homeText: 'Buy and sell gold and crypto instantly, at a clear price and on a live order book.',
    markets: 'Markets',
    marketsText: 'Live prices and markets of every coin on Kimia.',
    wages: 'Fees',
    faq: 'Help centre',
    questions: 'Frequently asked questions',
    contact: 'Contact us',
    coin: (name: string, unit: string) => `${name} price in ${unit}`,
    logIn: 'Log in',
    signUp: 'Sign up',
    list: { asset: 'Asset', price: (unit: string) => `Price (${unit})`, change: '24h change' },
    figures: {
      last: 'Last price',
      change: '24h change',
      buy: 'Quick buy price',
      sell: 'Quick sell price',
      high: '24h high',
      low: '24h low',
    },
  },
} as const
