/** The names of ledger entries in a customer's statement. */
export const words = {
  credit: 'واریز',
  hold: 'مسدود شدن برای برداشت',
  release: 'آزاد شدن',
  settle: 'برداشت از حساب',
  quick_trade: 'خرید و فروش فوری',
  order: 'سفارش',
  cancel: 'لغو سفارش',
  expire: 'پایان مهلت سفارش',
  amend: 'تغییر سفارش',
  sweep: 'انتقال بین کیف پول‌های صرافی',
  fee: 'کارمزد شبکه',
  correction: 'اصلاح حساب',
}
