/** The types and statuses of orders and the roles of their trades, on the screens and in files. */
export const words = {
  type: {
    LIMITED_BUY: 'خرید محدود',
    LIMITED_SELL: 'فروش محدود',
    STOP_LIMIT_BUY: 'خرید حد ضرر',
    STOP_LIMIT_SELL: 'فروش حد ضرر',
    TRAILING_BUY: 'خرید حد ضرر متحرک',
    TRAILING_SELL: 'فروش حد ضرر متحرک',
    MARKET_BUY: 'خرید بازار',
    MARKET_SELL: 'فروش بازار',
    EXCHANGE_BUY: 'خرید فوری',
    EXCHANGE_SELL: 'فروش فوری',
  },
  status: {
    PENDING: 'در انتظار فعال‌سازی',
    IS_OPEN: 'باز',
    FINISHED_WITH_TRANSACTION: 'انجام شد',
    FINISHED_WITHOUT_TRANSACTION: 'بدون معامله بسته شد',
    CANCELLED_BY_USER: 'لغو کردید',
    CANCELLED_BY_ADMIN: 'کیمیا لغو کرد',
    EXPIRED: 'منقضی شد',
    RAISED_BY_USER: 'در حال بررسی',
    ACCEPTED: 'پذیرفته شد',
    DONE: 'انجام شد',
    FAILED: 'ناموفق',
  },
  role: { MAKER: 'سازنده', TAKER: 'گیرنده' },
}
