/** Our own address that the provider sends browsers back to, under one of the names that this server is found by. */
export const signOnCallback = (origin: string) => `${origin}/api/users/google-sso/return`
