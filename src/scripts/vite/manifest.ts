import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest, in Persian, the product's first language; the colours are those of the dark theme. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'کیمیا',
  short_name: 'کیمیا',
  description: 'خرید و فروش طلا و رمزارز با تومان و تتر',
  lang: 'fa',
  dir: 'rtl',
  start_url: '/?source=app',
  scope: '/',
  display: 'standalone',
  background_color: '#0A0D14',
  theme_color: '#0A0D14',
  categories: ['finance'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: 'بازارها', url: '/markets', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: 'معاملهٔ طلا', url: '/profile/trade/TOMAN/GOLD', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: 'کیف پول', url: '/profile/wallet', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
  ],
}
