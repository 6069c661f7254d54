/** Why a purchase of a plan was not made, waits, or stopped the plan. */
export const words = {
  NOT_ENOUGH_BALANCE: 'موجودی کافی نبود',
  ACCOUNT_FROZEN: 'حساب مسدود است',
  ACCOUNT_NOT_AUTHORIZED: 'هویت حساب تأیید نشده است',
  MARKET_MAKER_NOT_ALLOWED: 'خرید فوری برای این حساب فعال نیست',
  MARKET_IS_NOT_ACTIVE: 'این بازار دیگر فعال نیست',
  MARKET_CLOSED: 'بازار بسته بود',
  MARKET_HALTED: 'معاملهٔ این بازار متوقف بود',
  PRICE_ABOVE_CEILING: 'قیمت از سقف شما بیشتر بود',
  PRICE_STALE: 'قیمت لحظه‌ای در دسترس نبود',
  AMOUNT_IS_LOW: 'مبلغ از حداقل خرید فوری کمتر بود',
  AMOUNT_IS_HIGH: 'مبلغ از حداکثر خرید فوری بیشتر بود',
  HOUSE_LIMIT_REACHED: 'ظرفیت خرید فوری این دارایی پر بود',
  MISSED: 'کیمیا در زمان خرید در دسترس نبود',
  UNAVAILABLE: 'خرید ممکن نبود',
}
