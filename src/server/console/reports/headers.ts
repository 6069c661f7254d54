import type { Report } from '#contract/operations-reports.ts'
import type { Language } from '#domain/market-state.ts'

/** The first line of each report; the columns of `rows.ts` in their order. */
export const HEADERS: Readonly<Record<Report, Readonly<Record<Language, readonly string[]>>>> = {
  trades: {
    fa: [
      'شماره',
      'زمان تهران',
      'بازار',
      'سمت',
      'قیمت',
      'مقدار',
      'ارزش',
      'گیرنده',
      'سازنده',
      'کارمزد گیرنده',
      'کارمزد سازنده',
      'نوع',
    ],
    en: [
      'Number',
      'Time in Tehran',
      'Market',
      'Side',
      'Price',
      'Amount',
      'Value',
      'Taker',
      'Maker',
      'Taker fee',
      'Maker fee',
      'Kind',
    ],
  },
  fees: {
    fa: ['روز', 'دارایی', 'کارمزد', 'معاملات'],
    en: ['Day', 'Asset', 'Fee', 'Trades'],
  },
  deposits: {
    fa: ['شماره', 'زمان تهران', 'کاربر', 'مبلغ (تومان)', 'درگاه', 'کارت', 'وضعیت', 'خطا', 'شمارهٔ مرجع', 'زمان پایان'],
    en: [
      'Number',
      'Time in Tehran',
      'User',
      'Amount (Toman)',
      'Gateway',
      'Card',
      'Status',
      'Fault',
      'Reference',
      'Settled at',
    ],
  },
  users: {
    fa: ['شماره', 'عضویت', 'موبایل', 'احراز هویت', 'سطح', 'مسدود', 'معرف'],
    en: ['Number', 'Member since', 'Mobile', 'Verification', 'Level', 'Frozen', 'Invited by'],
  },
  ledger: {
    fa: ['روز', 'نوع', 'حساب', 'دارایی', 'در دسترس', 'مسدودشده', 'ثبت‌ها'],
    en: ['Day', 'Kind', 'Account', 'Asset', 'Available', 'On hold', 'Entries'],
  },
}
