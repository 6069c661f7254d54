import * as z from 'zod/mini'
import { hasTraded, installOffer } from '#client/lib/install-offer.ts'
import { tabValue } from '#client/lib/tab-value.ts'

/** The browser's own question, which may be asked once, and only after a press. Chromium alone has it. */
export interface InstallQuestion extends Event {
  prompt(): Promise<unknown>
}

declare global {
  interface Window {
    /** Kept by main.tsx, since the browser offers it before this file is loaded. */
    installQuestion?: InstallQuestion
  }
}

const ANSWERED = 'kimia-install-answered'
const VISITED = 'kimia-visited'
const YES = 'yes'
/** A tab that loads the page again is on the same visit. */
const thisVisit = tabValue('visit', z.enum(['first', 'later']), { wipedAtLogout: false })

/** Offers to install the app on the second visit or after a trade, until the user has answered on this device. */
export function offerInstall(): void {
  try {
    const visit = thisVisit.read() ?? (localStorage.getItem(VISITED) === null ? 'first' : 'later')
    thisVisit.keep(visit)
    localStorage.setItem(VISITED, YES)
    if (visit === 'later' || hasTraded.get()) offer()
  } catch {
    // A browser that refuses storage would be asked on every visit.
    return
  }
  hasTraded.subscribe((has) => has && offer())
  window.addEventListener('appinstalled', noteInstallAnswer)
}

/** Installed, shown how, or not wanted: not offered again on this device. */
function noteInstallAnswer(): void {
  localStorage.setItem(ANSWERED, YES)
  installOffer.set('none')
}

function offer(): void {
  if (localStorage.getItem(ANSWERED) !== null || matchMedia('(display-mode: standalone)').matches) return
  // Only Safari on iOS has the property; it is true in the installed app.
  const isOnIos = Reflect.get(navigator, 'standalone') === false
  if (!window.installQuestion && !isOnIos) return
  installOffer.set(isOnIos ? 'steps' : 'question')
  const { unsubscribe } = installOffer.subscribe((way) => {
    if (way !== 'none') return
    unsubscribe()
    noteInstallAnswer()
  })
}
