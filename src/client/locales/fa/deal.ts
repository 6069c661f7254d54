/** From the last look at a quick trade to its receipt. */
export const words = {
  confirm: {
    title: { BUY: 'تأیید خرید', SELL: 'تأیید فروش' },
    coin: 'دارایی',
    unitPrice: 'قیمت واحد',
    amount: 'مقدار',
    gross: { BUY: 'مبلغ پرداختی', SELL: 'مبلغ فروش' },
    yes: { BUY: 'تأیید و خرید', SELL: 'تأیید و فروش' },
    again: 'تلاش دوباره',
    no: 'انصراف',
    sending: 'در حال ثبت معامله…',
  },
  priceChanged: 'قیمت تغییر کرد؛ قیمت جدید را بررسی و دوباره تأیید کنید.',
  lock: {
    left: 'این قیمت تا {{seconds}} ثانیهٔ دیگر ثابت است.',
    asking: 'در حال دریافت قیمت…',
    renewed: 'مهلت قیمت تمام شد؛ قیمت جدید را بررسی و دوباره تأیید کنید.',
    expired: 'مهلت قیمت تمام شد و قیمت تغییری نکرد؛ دوباره تأیید کنید.',
    failed: 'قیمت را دریافت نکردیم؛ دوباره تلاش کنید.',
    again: 'دریافت قیمت',
  },
  priceBefore: 'قیمت قبلی',
  unknown: { history: 'مشاهدهٔ تاریخچه' },
  receipt: {
    title: { BUY: 'خرید انجام شد', SELL: 'فروش انجام شد' },
    order: 'شمارهٔ سفارش',
    at: 'زمان',
    done: 'متوجه شدم',
    wallet: 'مشاهدهٔ کیف پول',
  },
}
