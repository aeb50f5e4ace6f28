/** What the pages say whose forms are not open yet. */
export const comingMessages = {
  admin: {
    title: "Admin Portal",
    text: "The admin portal is not open on this server yet. Accounts can be managed with the commands of the server program.",
    deniedTitle: "Access Denied",
    denied: "You do not have administrator privileges to access this page.",
  },
  home: "Home",
} as const;
