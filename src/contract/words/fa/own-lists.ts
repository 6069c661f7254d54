/** Words of deposits, withdrawals and logins, on the screens and in files. */
export const words = {
  deposit: { CONFIRMED: 'تأییدشده', UNCONFIRMED: 'ناموفق', RAISED_BY_USER: 'در انتظار پاسخ درگاه' },
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
  login: {
    unknown: 'نامشخص',
    MOBILE: 'موبایل',
    TABLET: 'تبلت',
    DESKTOP: 'کامپیوتر',
    ok: 'موفق',
    failed: 'ناموفق',
  },
}
