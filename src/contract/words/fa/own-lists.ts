/** Words of deposits, withdrawals and logins, on the screens and in files. */
export const words = {
  deposit: { CONFIRMED: 'تأییدشده', UNCONFIRMED: 'ناموفق', RAISED_BY_USER: 'در انتظار پاسخ درگاه' },
  /** Of payments by card that nobody has made. */
  unpaid: { CANCELLED: 'لغو در درگاه', ABANDONED: 'ناتمام' },
  withdrawal: {
    RAISED_BY_USER: 'در حال بررسی',
    APPROVED: 'در صف ارسال',
    SIGNED: 'تحویل بانک',
    SENT: 'در راه حساب شما',
    CONFIRMED: 'واریز شد',
    CANCELLED: 'لغو شد',
    REFUSED: 'رد شد',
    FAILED: 'ناموفق',
  },
  /** Of withdrawals over a chain. */
  coinWithdrawal: {
    RAISED_BY_USER: 'در حال بررسی',
    APPROVED: 'در صف ارسال',
    SIGNED: 'در حال ارسال',
    SENT: 'ارسال شد',
    CONFIRMED: 'به مقصد رسید',
    CANCELLED: 'لغو شد',
    REFUSED: 'رد شد',
    FAILED: 'ناموفق',
  },
  /** The names of the card gateways. */
  /** In place of the network of a transfer to another user. */
  network: { USER: 'به کاربر کیمیا' },
  gateway: { ZARINPAL: 'زرین‌پال', VANDAR: 'وندار' },
  payBack: { PENDING: 'در حال برگشت به کارت', DONE: 'برگشت به کارت' },
  login: {
    unknown: 'نامشخص',
    MOBILE: 'موبایل',
    TABLET: 'تبلت',
    DESKTOP: 'کامپیوتر',
    ok: 'موفق',
    failed: 'ناموفق',
  },
}
