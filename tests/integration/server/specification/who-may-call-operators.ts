/** The calls of operators, in the form of `who-may-call-lines.ts`. */
export const OPERATORS_TEXT = `
GET    /operations/me                                      READ SUPPORT FINANCE RISK ADMIN
GET    /operations/duty                                    READ SUPPORT FINANCE RISK ADMIN
PUT    /operations/duty                                    READ SUPPORT FINANCE RISK ADMIN
POST   /operations/logout                                  READ SUPPORT FINANCE RISK ADMIN
POST   /operations/prove                                   READ SUPPORT FINANCE RISK ADMIN
GET    /operations/overview                                READ SUPPORT FINANCE RISK ADMIN
GET    /operations/figures                                 READ SUPPORT FINANCE RISK ADMIN
GET    /operations/processes                               READ SUPPORT FINANCE RISK ADMIN
POST   /operations/processes/:id/drain                     ADMIN
POST   /operations/processes/:id/take-back                 ADMIN
POST   /operations/users/search                            READ SUPPORT FINANCE RISK ADMIN
GET    /operations/users/:id                               READ SUPPORT FINANCE RISK ADMIN
GET    /operations/users/:id/orders                        READ SUPPORT FINANCE RISK ADMIN
GET    /operations/users/:id/deposits                      READ SUPPORT FINANCE RISK ADMIN
GET    /operations/users/:id/withdrawals                   READ SUPPORT FINANCE RISK ADMIN
GET    /operations/withdrawals                             READ SUPPORT FINANCE RISK ADMIN
GET    /operations/users/:id/deliveries                    READ SUPPORT FINANCE RISK ADMIN
GET    /operations/deliveries                              READ SUPPORT FINANCE RISK ADMIN
GET    /operations/delivery-settings                       READ SUPPORT FINANCE RISK ADMIN
GET    /operations/users/:id/order-history                 READ SUPPORT FINANCE RISK ADMIN
GET    /operations/users/:id/trades                        READ SUPPORT FINANCE RISK ADMIN
GET    /operations/users/:id/tickets                       READ SUPPORT RISK ADMIN
GET    /operations/users/:id/notes                         READ SUPPORT FINANCE RISK ADMIN
POST   /operations/users/:id/notes                         SUPPORT FINANCE RISK ADMIN
GET    /operations/orders/:id                              READ SUPPORT FINANCE RISK ADMIN
GET    /operations/markets                                 READ SUPPORT FINANCE RISK ADMIN
GET    /operations/settings                                READ SUPPORT FINANCE RISK ADMIN
GET    /operations/proposals                               READ SUPPORT FINANCE RISK ADMIN
GET    /operations/proposals/open                          READ SUPPORT FINANCE RISK ADMIN
GET    /operations/content                                 READ SUPPORT FINANCE RISK ADMIN
GET    /operations/content/placeholders                    READ SUPPORT FINANCE RISK ADMIN
GET    /operations/content/:kind/:slug                     READ SUPPORT FINANCE RISK ADMIN
GET    /operations/content/:kind/:slug/:language/versions  READ SUPPORT FINANCE RISK ADMIN
POST   /operations/content/preview                         READ SUPPORT FINANCE RISK ADMIN

POST   /operations/users/:id/freeze                        SUPPORT RISK ADMIN
POST   /operations/users/:id/unfreeze                      SUPPORT RISK ADMIN
POST   /operations/users/:id/end-sessions                  SUPPORT RISK ADMIN
POST   /operations/withdrawals/:id/approve                 FINANCE RISK ADMIN
POST   /operations/withdrawals/:id/refuse                  FINANCE RISK ADMIN
POST   /operations/withdrawals/propose-rules               FINANCE RISK ADMIN
POST   /operations/withdrawals/stop                        FINANCE RISK ADMIN
POST   /operations/deliveries/:id/approve                  FINANCE RISK ADMIN
POST   /operations/deliveries/:id/refuse                   FINANCE RISK ADMIN
POST   /operations/deliveries/:id/ready                    FINANCE RISK ADMIN
POST   /operations/deliveries/:id/hand-over                FINANCE RISK ADMIN
POST   /operations/deliveries/:id/propose-return           FINANCE RISK ADMIN
POST   /operations/deliveries/:id/propose-unlock           FINANCE RISK ADMIN
POST   /operations/deliveries/propose-rules                FINANCE RISK ADMIN
POST   /operations/deliveries/propose-branch               FINANCE RISK ADMIN
GET    /operations/custody                                 READ SUPPORT FINANCE RISK ADMIN
GET    /operations/custody/balances                        READ SUPPORT FINANCE RISK ADMIN
GET    /operations/custody/cold-draft                      READ SUPPORT FINANCE RISK ADMIN
GET    /operations/custody/odd-deposits                    READ SUPPORT FINANCE RISK ADMIN
GET    /operations/custody/outgoing                        READ SUPPORT FINANCE RISK ADMIN
POST   /operations/custody/outgoing/:id/approvals          FINANCE RISK ADMIN
POST   /operations/custody/outgoing/:id/set-cold           FINANCE RISK ADMIN
POST   /operations/custody/odd-deposits/:id/decide         FINANCE RISK ADMIN
POST   /operations/custody/cold-payments                   FINANCE RISK ADMIN
POST   /operations/custody/stop                            FINANCE RISK ADMIN
POST   /operations/custody/resume                          FINANCE RISK ADMIN
POST   /operations/users/:id/level                         FINANCE ADMIN
POST   /operations/users/:id/propose-supervisor            FINANCE ADMIN
POST   /operations/users/:id/propose-end-supervisor        FINANCE ADMIN
POST   /operations/users/:id/delete-documents              RISK ADMIN
POST   /operations/users/:id/documents                     RISK ADMIN
POST   /operations/users/:id/revoke-identity               RISK ADMIN
POST   /operations/users/:id/cards/:card/verify            RISK ADMIN
POST   /operations/users/:id/cards/:card/unverify          RISK ADMIN
GET    /operations/identities                              SUPPORT RISK ADMIN
GET    /operations/identities/:id                          SUPPORT RISK ADMIN
GET    /operations/identities/:id/documents/:name          RISK ADMIN
POST   /operations/identities/:id/approve                  RISK ADMIN
POST   /operations/identities/:id/hand-back                RISK ADMIN
POST   /operations/orders/:id/cancel                       RISK ADMIN
POST   /operations/markets/:market/halt                    RISK ADMIN
POST   /operations/markets/:market/resume                  RISK ADMIN
POST   /operations/markets/:market/maker                   RISK ADMIN
POST   /operations/markets/:market/strategy                RISK ADMIN
POST   /operations/markets/:market/propose-change          RISK ADMIN
POST   /operations/holidays                                RISK ADMIN
POST   /operations/coins/:coin/propose-change              FINANCE RISK ADMIN
POST   /operations/coins/:coin/networks/:tokenType/switch  FINANCE RISK ADMIN
POST   /operations/levels/:level/propose-change            FINANCE ADMIN
POST   /operations/propose-coin                            ADMIN
POST   /operations/propose-market                          ADMIN
POST   /operations/markets/:market/propose-end             ADMIN
GET    /operations/payouts                                 FINANCE RISK ADMIN
GET    /operations/payouts/:id/lines                       FINANCE RISK ADMIN
GET    /operations/payouts/accounts                        FINANCE RISK ADMIN
POST   /operations/payouts/:id/approve                     FINANCE ADMIN
POST   /operations/payouts/:id/file                        FINANCE ADMIN
POST   /operations/payouts/:id/handed-in                   FINANCE ADMIN
POST   /operations/payouts/lines/:id/return                FINANCE ADMIN
POST   /operations/payouts/transfers                       FINANCE ADMIN
POST   /operations/payouts/statements                      FINANCE ADMIN
GET    /operations/payouts/statements                      FINANCE RISK ADMIN
POST   /operations/proposals/:id/approve                   SUPPORT FINANCE RISK ADMIN
POST   /operations/proposals/:id/refuse                    SUPPORT FINANCE RISK ADMIN
GET    /operations/operators                               RISK ADMIN
POST   /operations/propose-operator                        ADMIN
POST   /operations/operators/:id/stop                      RISK ADMIN
POST   /operations/operators/:id/propose-letting-in        ADMIN
POST   /operations/operators/:id/propose-keys              ADMIN
POST   /operations/operators/:id/propose-removal           ADMIN
POST   /operations/operators/:id/propose-roles             ADMIN
GET    /operations/audit                                   RISK ADMIN
GET    /operations/audit/filters                           RISK ADMIN
POST   /operations/restore/payments/propose                ADMIN
POST   /operations/restore/propose                         ADMIN
POST   /operations/audit/export                            RISK ADMIN
GET    /operations/audit/verdict                           RISK ADMIN
POST   /operations/reports/:report                         FINANCE RISK ADMIN
POST   /operations/liabilities/propose                     FINANCE RISK ADMIN
GET    /operations/reports/ledger/balances                 FINANCE RISK ADMIN
GET    /operations/users/:id/statement                     FINANCE RISK ADMIN
POST   /operations/users/:id/statement/export              FINANCE RISK ADMIN
GET    /operations/broadcasts                              SUPPORT ADMIN
POST   /operations/broadcasts/preview                      SUPPORT ADMIN
POST   /operations/broadcasts                              SUPPORT ADMIN
POST   /operations/content                                 SUPPORT ADMIN
POST   /operations/content/:kind/:slug/:language           SUPPORT ADMIN
POST   /operations/content/exchange-info/:language         SUPPORT ADMIN
POST   /operations/content/:kind/:slug/:language/publish   ADMIN
POST   /operations/content/:kind/:slug/:language/withdraw  ADMIN
POST   /operations/content/:kind/:slug/position            ADMIN
GET    /operations/tickets                                 READ SUPPORT RISK ADMIN
POST   /operations/identities/:id/claim                    RISK ADMIN
POST   /operations/tickets/search                          READ SUPPORT RISK ADMIN
GET    /operations/tickets/:id                             READ SUPPORT RISK ADMIN
GET    /operations/tickets/:id/files/:fileName             SUPPORT ADMIN
GET    /operations/ticket-operators                        READ SUPPORT RISK ADMIN
GET    /operations/canned-answers                          READ SUPPORT RISK ADMIN
POST   /operations/canned-answers                          SUPPORT ADMIN
PUT    /operations/canned-answers/:id                      SUPPORT ADMIN
DELETE /operations/canned-answers/:id                      SUPPORT ADMIN
POST   /operations/tickets/:id/answer                      SUPPORT ADMIN
POST   /operations/tickets/:id/note                        SUPPORT ADMIN
POST   /operations/tickets/:id/take                        SUPPORT ADMIN
POST   /operations/tickets/:id/hand-over                   SUPPORT ADMIN
POST   /operations/tickets/:id/close                       SUPPORT ADMIN
`
