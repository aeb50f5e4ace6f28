import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from "@tanstack/react-router";
import { readAdminAddress } from "./features/admin/admin-address.ts";
import { readDocumentsAddress } from "./features/documents/all/documents-address.ts";
import { readPaymentsAddress } from "./features/payments/payments-address.ts";
import { FailedPage } from "./features/shell/failed-page.tsx";
import { RootLayout } from "./features/shell/root-layout.tsx";
import { HomePage } from "./pages/home-page.tsx";

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import("./pages/not-found-page.tsx"), "NotFoundPage"),
});

/** `document`: the one to set up, when someone continues with it from the page with all documents. */
function readHomeAddress({ document }: Record<string, unknown>): { document?: string } {
  return { document: typeof document === "string" ? document : undefined };
}

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: readHomeAddress,
  component: HomePage,
});

const documents = createRoute({
  getParentRoute: () => root,
  path: "/documents",
  validateSearch: readDocumentsAddress,
  component: lazyRouteComponent(() => import("./pages/documents-page.tsx"), "DocumentsPage"),
});

const projects = createRoute({
  getParentRoute: () => root,
  path: "/projects",
  component: lazyRouteComponent(() => import("./pages/projects-page.tsx"), "ProjectsPage"),
});

const project = createRoute({
  getParentRoute: () => root,
  path: "/projects/$id",
  component: lazyRouteComponent(() => import("./pages/project-page.tsx"), "ProjectPage"),
});

const newCollection = createRoute({
  getParentRoute: () => root,
  path: "/collections/new",
  component: lazyRouteComponent(() => import("./pages/new-collection-page.tsx"), "NewCollectionPage"),
});

const photographedPages = createRoute({
  getParentRoute: () => root,
  path: "/photographed-pages",
  component: lazyRouteComponent(() => import("./pages/photographed-pages-page.tsx"), "PhotographedPagesPage"),
});

/** `pay`: the plan was used up when the collection was sent. */
const collection = createRoute({
  getParentRoute: () => root,
  path: "/collections/$id",
  validateSearch: ({ pay }): { pay?: true } => (pay === true ? { pay } : {}),
  component: lazyRouteComponent(() => import("./pages/collection-page.tsx"), "CollectionPage"),
});

const verify = createRoute({
  getParentRoute: () => root,
  path: "/verify/$serialNumber",
  component: lazyRouteComponent(() => import("./pages/verify-page.tsx"), "VerifyPage"),
});

const subscription = createRoute({
  getParentRoute: () => root,
  path: "/subscription",
  component: lazyRouteComponent(() => import("./pages/subscription-page.tsx"), "SubscriptionPage"),
});

const payments = createRoute({
  getParentRoute: () => root,
  path: "/payments",
  validateSearch: readPaymentsAddress,
  component: lazyRouteComponent(() => import("./pages/payments-page.tsx"), "PaymentsPage"),
});

const contact = createRoute({
  getParentRoute: () => root,
  path: "/contact",
  component: lazyRouteComponent(() => import("./pages/contact-page.tsx"), "ContactPage"),
});

const support = createRoute({
  getParentRoute: () => root,
  path: "/support",
  validateSearch: ({ tab }): { tab?: "contact" } => ({ tab: tab === "contact" ? tab : undefined }),
  component: lazyRouteComponent(() => import("./pages/support-page.tsx"), "SupportPage"),
});

const myTickets = createRoute({
  getParentRoute: () => root,
  path: "/my-tickets",
  component: lazyRouteComponent(() => import("./pages/my-tickets-page.tsx"), "MyTicketsPage"),
});

const faq = createRoute({
  getParentRoute: () => root,
  path: "/faq",
  component: lazyRouteComponent(() => import("./pages/faq-page.tsx"), "FaqPage"),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  validateSearch: readAdminAddress,
  component: lazyRouteComponent(() => import("./pages/admin-page.tsx"), "AdminPage"),
});

const notices = createRoute({
  getParentRoute: () => root,
  path: "/notices",
  component: lazyRouteComponent(() => import("./pages/notices-page.tsx"), "NoticesPage"),
});

const account = createRoute({
  getParentRoute: () => root,
  path: "/account",
  component: lazyRouteComponent(() => import("./pages/account-page.tsx"), "AccountPage"),
});

const developers = createRoute({
  getParentRoute: () => root,
  path: "/account/developers",
  component: lazyRouteComponent(() => import("./pages/developers-page.tsx"), "DevelopersPage"),
});

const office = createRoute({
  getParentRoute: () => root,
  path: "/office",
  component: lazyRouteComponent(() => import("./pages/office-page.tsx"), "OfficePage"),
});

/** The target of an invitation to an office. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("./pages/invitation-page.tsx"), "InvitationPage"),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: "/privacy",
  component: lazyRouteComponent(() => import("./pages/legal-page.tsx"), "PrivacyPage"),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: "/terms",
  component: lazyRouteComponent(() => import("./pages/legal-page.tsx"), "TermsPage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: lazyRouteComponent(() => import("./pages/forgot-password-page.tsx"), "ForgotPasswordPage"),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: "/confirm-email",
  component: lazyRouteComponent(() => import("./pages/confirm-email-page.tsx"), "ConfirmEmailPage"),
});

/** Where a browser arrives from an identity provider. */
const signingIn = createRoute({
  getParentRoute: () => root,
  path: "/signing-in",
  component: lazyRouteComponent(() => import("./pages/signing-in-page.tsx"), "SigningInPage"),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyRouteComponent(() => import("./pages/reset-password-page.tsx"), "ResetPasswordPage"),
});

/** The target of links in our emails. */
const shared = createRoute({
  getParentRoute: () => root,
  path: "/shared",
  component: lazyRouteComponent(() => import("./pages/shared-page.tsx"), "SharedPage"),
});

/** The page of a shared project. The link's token follows the #. */
const share = createRoute({
  getParentRoute: () => root,
  path: "/share",
  component: lazyRouteComponent(() => import("./pages/share-page.tsx"), "SharePage"),
});

/** Links of earlier versions: their token leaves the path, so that no later request or bookmark has it there. */
const earlierShare = createRoute({
  getParentRoute: () => root,
  path: "/share/$token",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/share", hash: params.token, replace: true });
  },
});

/** Where the service worker leads after another app has shared files. */
const sharedFiles = createRoute({
  getParentRoute: () => root,
  path: "/share-target",
  component: lazyRouteComponent(() => import("./pages/shared-files-page.tsx"), "SharedFilesPage"),
});

/** The addresses of downloads from a shared project; the page is shown if the link does not work or refuses one. */
const endedShare = createRoute({
  getParentRoute: () => root,
  path: "/api/share/$file",
  component: lazyRouteComponent(() => import("./pages/share-page.tsx"), "EndedSharePage"),
});

/** The addresses of file downloads; the page is shown if the link has expired. */
const expiredLink = createRoute({
  getParentRoute: () => root,
  path: "/api/shared/$file",
  component: lazyRouteComponent(() => import("./pages/shared-page.tsx"), "ExpiredLinkPage"),
});

/** The whole route tree; a new page is one entry here and one file in pages/. */
const routeTree = root.addChildren([
  home,
  documents,
  projects,
  project,
  photographedPages,
  newCollection,
  collection,
  verify,
  subscription,
  payments,
  contact,
  support,
  myTickets,
  faq,
  admin,
  notices,
  account,
  developers,
  office,
  invitation,
  forgotPassword,
  signingIn,
  resetPassword,
  confirmEmail,
  privacy,
  terms,
  shared,
  expiredLink,
  share,
  earlierShare,
  endedShare,
  sharedFiles,
]);

/** `history`: for rendering on the server, where there is no browser history. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    ...(history ? { history, origin: "http://localhost" } : { scrollRestoration: true }),
    routeTree,
    defaultPreload: "intent",
    defaultErrorComponent: FailedPage,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
