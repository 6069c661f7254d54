export const words = {
  title: 'بازارها',
  lead: 'قیمت لحظه‌ای، تغییر ۲۴ ساعت و روند هفتگی بازارها',
  unit: { label: 'واحد قیمت', TOMAN: 'تومان', TETHER: 'تتر' },
  search: 'جستجوی نام یا نماد',
  columns: {
    coin: 'دارایی',
    price: 'قیمت ({{unit}})',
    change: 'تغییر ۲۴ ساعت',
    week: 'روند هفتگی',
    action: 'معامله',
    alert: 'هشدار قیمت',
  },
  trade: 'معاملهٔ {{name}}',
  tradeShort: 'معامله',
  none: { title: 'بازاری پیدا نشد', text: 'نام یا نماد دیگری را جستجو کنید.' },
  empty: { title: 'بازاری فعال نیست', text: 'کمی بعد دوباره بررسی کنید.' },
  all: 'همهٔ بازارها',
}
