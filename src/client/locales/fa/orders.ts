export const words = {
  /** Below the price that an order traded at. */
  limit: 'حد: {{price}}',
  marketPrice: 'قیمت بازار',
  named: '{{type}} {{amount}} با قیمت {{price}}',
  type: {
    LIMITED_BUY: 'خرید محدود',
    LIMITED_SELL: 'فروش محدود',
    STOP_LIMIT_BUY: 'خرید حد ضرر',
    STOP_LIMIT_SELL: 'فروش حد ضرر',
    MARKET_BUY: 'خرید با قیمت بازار',
    MARKET_SELL: 'فروش با قیمت بازار',
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
}
