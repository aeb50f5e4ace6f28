import { programName } from "../../platform/self-exec.ts";

/** Prints what the program can be told to do. */
export function help(): void {
  console.log(`Usage: ${programName} COMMAND

  serve                        start the server (what happens without a command)
  install-libreoffice          install LibreOffice for Word documents (Debian and Ubuntu, as root)
  admin create NAME            make an account with administrator rights
  admin promote NAME           give administrator rights to an account
  admin reset-password NAME    set a new password; ends all sessions of the account
  jobs list                    the work that waits, is under way or failed, and why
  mail test ADDRESS            send one mail, and say what the mail server says
  mail list                    the mails that wait, with the mail server's last words, and those that failed
  keys list                    the keys there are and were, until when they may be used, and files that are none
  keys rotate WHAT             make a new key: attestation, tsa, seal, root or witness; with --stolen the old one of
                               tsa, seal or root is revoked, and with it all that it signed
  keys revoke SERIAL-NUMBER    revoke a key of tsa or seal that was replaced, and with it all that it signed
  clock accept                 stamp again although the clock is behind or an outside authority contradicts it
  stamp FILE...                have files and folders stamped by a server, with an access token (ATTESTAMP_TOKEN); --out
                               FOLDER, --evidence, --server URL and more: see docs/api.md
  verify FILE...               check stamped copies, originals, certificates or evidence packs, as anybody can
  verify-log [WHERE]           recompute the registry's log, and say whether it is sound
  log end --yes                end the log with a signed statement and begin another, behind an older backup
                               or where the database was lost
  backup PATH                  copy the data folder, also beside a running server; --like EARLIER shares files
  restore PATH                 put a backup into an empty DATA_DIR
  config check                 the settings as serve would read them, and all that is wrong with them; --connect also
                               asks the mail server and the time-stamp authorities
  doctor                       look over machine, settings and data folder, and say what is wrong and what to do
  health                       ask the server of these settings whether it lives; ends with 0 or 1
  version                      the version of this program
  licenses                     the license of this program, and those of all software in it
  help                         this text

The admin commands read the password from standard input; an empty one is replaced by a generated one,
which is printed. verify-log takes the address of a server or a data folder (without one, DATA_DIR); of a folder
it also checks every stored file, time-stamp and witness. --checkpoint FILE keeps the log's checkpoint and holds the
next one against it; with a pack's entry.tlog-proof it proves that the log still has what the pack was given for.
It ends with 0 when all is sound, with 1 when something does not hold, with 2 when it cannot tell.
restore --nothing-since is for a server that did nothing behind its backup: its log and its keys go on, and nobody is
signed out. Without it, --crl FILE names the newest revocation list (/evidence/ca.crl): what is on it stays revoked.
verify needs the keys of the service: --origin URL fetches them (https; http from this machine alone; no redirect to
another server) and prints the host and its root's SHA-256, or give files as --ca, --crl, --jwks and --vkey;
--stamp-ca FILE names further roots for time-stamps, --details shows all. It ends with 0 when a file is unchanged,
dated and vouched for, with 1 when something about it does not hold, with 2 when it cannot tell.
Settings are environment variables; see .env.example.`);
}
