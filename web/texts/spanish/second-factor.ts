import type { secondFactor as english } from "../english/second-factor.ts";

export const secondFactor: typeof english = {
  step: {
    title: "Un paso más",
    app: "Escriba el código que muestra su aplicación de autenticación.",
    appField: "Código de la aplicación",
    recovery: "Escriba uno de los códigos de recuperación que guardó. Cada uno sirve una vez.",
    recoveryField: "Código de recuperación",
    useRecovery: "Usar un código de recuperación",
    useApp: "Usar la aplicación",
    submit: "Iniciar sesión",
    pending: "Iniciando sesión…",
    back: "Volver",
    lost: "¿Ha perdido ambos? Los responsables de este sitio pueden ayudarle.",
  },
  first: {
    title: "Un paso más para su cuenta",
    intro:
      "Este sitio pide un segundo paso al iniciar sesión, para que no baste una contraseña robada. Active uno de los dos y continúe.",
    done: "Continuar",
  },
  card: {
    title: "Inicio de sesión en dos pasos",
    intro:
      "Con una aplicación de autenticación, para iniciar sesión hacen falta su contraseña y un código de su teléfono. Quien averigüe su contraseña no podrá entrar.",
    since: (day) =>
      `Activado desde el ${day}. Para iniciar sesión hacen falta su contraseña y un código de su aplicación.`,
    left: (codes) =>
      codes === 1
        ? "Queda 1 código de recuperación."
        : codes === 0
          ? "No quedan códigos de recuperación."
          : `Quedan ${codes} códigos de recuperación.`,
    fewLeft: "Cree otros nuevos para poder iniciar sesión aunque pierda el teléfono.",
    loading: "Cargando…",
    failed: "No se ha podido cargar.",
    again: "Reintentar",
    open: "Activar los dos pasos",
    renew: "Crear códigos de recuperación nuevos",
    remove: "Desactivar los dos pasos",
    cancel: "Cancelar",
  },
  proof: {
    password: "Su contraseña",
    code: "Código de su aplicación, o un código de recuperación",
    withPasskey: "Su dispositivo le pide el dedo, la cara o un PIN.",
    passkeyElsewhere:
      "Su cuenta tiene una llave de acceso que este navegador no puede usar. Continúe en otro que pueda.",
    usePasskey: "Usar una llave de acceso",
    useCode: "Usar un código de su aplicación",
    askProvider: "Confirme que es usted. Después vuelve a esta página y continúa aquí.",
    confirmWith: (provider: string) => `Confirmar con ${provider}`,
    confirmed: "Su proveedor ha confirmado que es usted.",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    start: {
      title: "Activar los dos pasos",
      intro: "Primero confirme que es usted.",
      submit: "Continuar",
      pending: "Comprobando…",
      failed: "No se ha podido empezar",
    },
    renew: {
      title: "Crear códigos de recuperación nuevos",
      intro: "Los anteriores dejarán de funcionar.",
      submit: "Crear códigos nuevos",
      pending: "Creando…",
      failed: "No se han podido crear los códigos",
    },
    remove: {
      title: "Desactivar los dos pasos",
      intro: "Bastará su contraseña para iniciar sesión. Sus códigos de recuperación dejarán de funcionar.",
      submit: "Desactivar",
      pending: "Desactivando…",
      failed: "No se ha podido desactivar",
    },
  },
  enroll: {
    title: "Conecte su aplicación",
    scan: "Abra en su teléfono una aplicación de autenticación, como Aegis, Google Authenticator o la de su gestor de contraseñas, y escanee este código.",
    picture: "Código QR para su aplicación de autenticación",
    secret: {
      label: "O escriba esta clave en la aplicación",
      copy: "Copiar la clave",
      copied: "Clave copiada",
    },
    changing: "La aplicación muestra entonces seis cifras que cambian cada 30 segundos.",
    code: "Código de la aplicación",
    submit: "Activar",
    pending: "Comprobando…",
    failed: "No se ha podido activar",
    fallback: "Vuelva a intentarlo dentro de un momento.",
    done: "Los dos pasos están activados",
    doneText: "Hemos cerrado su sesión en todos los demás lugares.",
  },
  removed: "Los dos pasos están desactivados",
  codes: {
    title: "Guarde ahora sus códigos de recuperación",
    text: "Si pierde el teléfono, con cada uno podrá iniciar sesión una vez. Guárdelos en un gestor de contraseñas o en papel. No podemos volver a mostrarlos.",
    field: { label: "Códigos de recuperación", copy: "Copiar los códigos", copied: "Códigos copiados" },
    done: "Los he guardado",
  },
};
