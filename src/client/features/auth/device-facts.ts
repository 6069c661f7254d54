/** The facts about this device that the login history shows. */
export function deviceFacts({ userAgent }: { userAgent: string }) {
  return {
    osType: firstMatch(userAgent, OS) ?? 'OTHER',
    deviceType: /Mobi|Android|iPhone|iPad/.test(userAgent) ? 'MOBILE' : 'DESKTOP',
    browser: firstMatch(userAgent, BROWSERS) ?? 'CHROME',
  }
}

/** The order matters: an iPhone also says Mac, Android also says Linux. */
const OS = { IOS: /iPhone|iPad/, ANDROID: /Android/, WINDOWS: /Windows/, MACOS: /Mac OS/, LINUX: /Linux/ }
/** The order matters: Edge, Opera and Samsung also say Chrome, Chrome also says Safari. */
const BROWSERS = {
  EDGE: /Edg/,
  OPERA: /OPR/,
  SAMSUNG: /SamsungBrowser/,
  FIREFOX: /Firefox|FxiOS/,
  CHROME: /Chrome|CriOS/,
  SAFARI: /Safari/,
}

function firstMatch(userAgent: string, names: Record<string, RegExp>): string | undefined {
  return Object.keys(names).find((name) => names[name]?.test(userAgent))
}
