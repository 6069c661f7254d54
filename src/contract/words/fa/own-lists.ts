/** Words of deposits and logins, on the screens and in files. */
export const words = {
  deposit: { CONFIRMED: 'تأییدشده', UNCONFIRMED: 'ناموفق', RAISED_BY_USER: 'در انتظار پاسخ درگاه' },
  login: {
    unknown: 'نامشخص',
    MOBILE: 'موبایل',
    TABLET: 'تبلت',
    DESKTOP: 'کامپیوتر',
    ok: 'موفق',
    failed: 'ناموفق',
  },
}
