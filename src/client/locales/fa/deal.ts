/** From the last look at a quick trade to its receipt. */
export const words = {
  confirm: {
    title: { BUY: 'تأیید خرید', SELL: 'تأیید فروش' },
    coin: 'ارز',
    unitPrice: 'قیمت واحد',
    amount: 'مقدار',
    gross: { BUY: 'مبلغ پرداختی', SELL: 'مبلغ فروش' },
    yes: { BUY: 'تأیید و خرید', SELL: 'تأیید و فروش' },
    again: 'تلاش دوباره',
    no: 'انصراف',
    close: 'بستن',
  },
  priceChanged: 'قیمت در این فاصله تغییر کرد. قیمت تازه را ببینید و اگر پذیرفتید دوباره تأیید کنید.',
  priceBefore: 'قیمت قبلی',
  unknown: {
    title: 'نتیجه معلوم نیست',
    text: 'پاسخی از سرور نرسید و شاید معامله انجام شده باشد. تلاش دوباره بی‌خطر است و معامله دو بار انجام نمی‌شود؛ تاریخچه را هم می‌توانید ببینید.',
    history: 'دیدن تاریخچه',
  },
  receipt: {
    title: { BUY: 'خرید انجام شد', SELL: 'فروش انجام شد' },
    order: 'شمارهٔ سفارش',
    at: 'زمان',
    done: 'باشه',
    wallet: 'دیدن کیف پول',
  },
}
