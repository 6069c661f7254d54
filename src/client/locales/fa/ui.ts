export const words = {
  close: 'بستن',
  loading: 'در حال بارگذاری',
  copy: 'کپی',
  copied: 'کپی شد',
  age: 'مربوط به {{time}}',
  password: { show: 'نمایش گذرواژه', hide: 'پنهان کردن گذرواژه' },
  change: { up: 'رشد', down: 'افت', even: 'بدون تغییر' },
  error: { title: 'بارگذاری نشد', text: 'اتصال اینترنت را بررسی کنید و دوباره امتحان کنید.', retry: 'تلاش دوباره' },
  refusal: {
    unreachable: 'پاسخی از سرور نرسید. اتصال اینترنت را بررسی کنید.',
    broken: 'خطایی رخ داد. دوباره تلاش کنید.',
  },
  file: {
    pick: 'انتخاب یا کشیدن تصویر',
    change: 'تغییر تصویر',
    received: 'تصویر دریافت شده است',
    kinds: 'PNG یا JPG',
  },
}
