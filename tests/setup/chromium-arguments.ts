/** Lets Chromium run as root in a container and keeps it from calling home. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
