"""One LibreOffice that stays open and turns Word documents into PDF, one after another.

Runs inside the sandbox, without files of its own: a job arrives on standard input as one line of JSON
{"bytes", "filter", "name"} followed by the document, and is answered on standard output with one line of JSON
{"outcome"}, for a success also {"bytes", "pages", "changes", "fonts"} followed by the PDF. The first line it prints says that it
is ready. It ends, and takes LibreOffice with it, when its input ends or LibreOffice dies.

Usage: office-worker.py SOFFICE FOLDER MOST_PAGES
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.text.FilenameDisplayFormat import NAME_AND_EXT as NAME_AND_EXTENSION
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException
from com.sun.star.uno import Exception as OfficeException

START_SECONDS = 60
RESTART_WANTED = 81  # LibreOffice's exit code when a new profile has been laid out
DOCX = "MS Word 2007 XML"
MOST_FONTS, MOST_SHOWN, LONGEST_NAME = 50, 10, 64
HARMLESS = {"Hidden": True, "ReadOnly": True, "MacroExecutionMode": 0, "UpdateDocMode": 0}  # never, never


def main():
    soffice, folder, most_pages = sys.argv[1], sys.argv[2], int(sys.argv[3])
    office, services = start_office(soffice, folder)
    threading.Thread(target=end_with, args=[office], daemon=True).start()
    desktop = Desktop(services)
    main_thread = MainThread(services)
    try:
        main_thread.run(lambda: warm_up(desktop, folder))
        reply({"outcome": "ready"})
        for line in sys.stdin.buffer:
            serve(desktop, main_thread, folder, json.loads(line), most_pages)
        close(office, desktop)
    finally:
        office.kill()
        office.wait()


class Desktop:
    """The parts of LibreOffice that open documents, run its commands, and know its fonts."""

    def __init__(self, services):
        self.documents = services.createInstance("com.sun.star.frame.Desktop")
        self.commands = services.createInstance("com.sun.star.frame.DispatchHelper")
        self.toolkit = services.createInstance("com.sun.star.awt.Toolkit")

    def load(self, address, values):
        return self.documents.loadComponentFromURL(address, "_blank", 0, values)

    def run(self, document, command):
        self.commands.executeDispatch(document.getCurrentController().getFrame(), command, "", 0, ())

    def list_fonts(self, function):
        """The fonts that text is drawn in while the function runs, as [the one asked for, [those shown]].

        None before LibreOffice 7.3. Its own fonts, which it asks for as lists of several, are no fonts of a document.
        """
        if not hasattr(self.toolkit, "startTrackingFontMappingUse"):
            function()
            return None
        self.toolkit.startTrackingFontMappingUse()
        try:
            function()
        finally:
            uses = self.toolkit.finishTrackingFontMappingUse()
        found = {}
        for use in uses:
            if ";" not in use.originalFont and len(use.originalFont) <= LONGEST_NAME:
                shown = [name.split("/")[0] for name in use.usedFonts if len(name) <= LONGEST_NAME]
                found.setdefault(use.originalFont, set()).update(shown)
        return [[font, sorted(found[font])[:MOST_SHOWN]] for font in sorted(found)[:MOST_FONTS]]

    def terminate(self):
        self.documents.terminate()


class MainThread:
    """Runs functions inside one event of LibreOffice's main thread, which handles no other event meanwhile.

    Between separate calls it would create a window for each comment, from a description that the packages
    without a user interface do not have, and abort.
    """

    def __init__(self, services):
        self.events = services.createInstance("com.sun.star.awt.AsyncCallback")

    def run(self, function):
        event = Event(function)
        self.events.addCallback(event, None)
        event.done.wait()
        if event.error:
            raise event.error
        return event.result


class Event(unohelper.Base, XCallback):
    def __init__(self, function):
        self.function = function
        self.result = self.error = None
        self.done = threading.Event()

    def notify(self, _):
        try:
            self.result = self.function()
        except BaseException as error:
            self.error = error
        finally:
            self.done.set()


def end_with(office):
    """Ends at once when LibreOffice does, even while a call to it waits for its answer."""
    office.wait()
    os._exit(1)


def warm_up(desktop, folder):
    """Writes, reads and prints an empty document, so that the first one of a user finds all of that loaded."""
    sample = os.path.join(folder, "sample.docx")
    document = desktop.load("private:factory/swriter", properties(Hidden=True))
    document.storeToURL(uno.systemPathToFileUrl(sample), properties(FilterName=DOCX))
    document.close(True)
    convert(desktop, sample, os.path.join(folder, "sample.pdf"), DOCX, 1)
    for name in os.listdir(folder):
        if name.startswith("sample."):
            os.remove(os.path.join(folder, name))


def close(office, desktop):
    """Lets LibreOffice go by itself, so that it takes its sockets along."""
    try:
        desktop.terminate()
        office.wait(timeout=1)
    except (OfficeException, subprocess.TimeoutExpired):
        pass


def start_office(soffice, folder):
    pipe = f"attestamp-{os.urandom(8).hex()}"
    deadline = time.monotonic() + START_SECONDS
    office = launch(soffice, folder, pipe)
    while time.monotonic() < deadline:
        if office.poll() == RESTART_WANTED:
            office = launch(soffice, folder, pipe)
        elif office.returncode is not None:
            break
        try:
            return office, connect(pipe)
        except NoConnectException:
            time.sleep(0.02)
    office.kill()
    sys.exit("LibreOffice did not start")


def launch(soffice, folder, pipe):
    return subprocess.Popen(
        [
            soffice,
            f"-env:UserInstallation=file://{folder}/profile",
            f"--accept=pipe,name={pipe};urp;",
            "--headless",
            "--invisible",
            "--nodefault",
            "--nologo",
            "--norestore",
            "--nolockcheck",
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def connect(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    remote = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
    return remote.ServiceManager


def serve(desktop, main_thread, folder, job, most_pages):
    """Answers one job. Its folder is private to it and gone before the next one is read."""
    workplace = tempfile.mkdtemp(prefix="job-", dir=folder)
    try:
        os.mkdir(os.path.join(workplace, "in"))
        source, target = os.path.join(workplace, "in", job["name"]), os.path.join(workplace, "out.pdf")
        receive(source, job["bytes"])
        pages, changes, fonts = main_thread.run(
            lambda: convert(desktop, source, target, job["filter"], most_pages)
        )
        if pages > most_pages:
            reply({"outcome": "too many pages"})
        elif pages == 0 or not os.path.exists(target):
            reply({"outcome": "refused"})
        else:
            size = os.path.getsize(target)
            reply({"outcome": "converted", "bytes": size, "pages": pages, "changes": changes, "fonts": fonts})
            send(target)
    finally:
        shutil.rmtree(workplace)


def convert(desktop, source, target, source_filter, most_pages):
    """The number of pages, none when LibreOffice refuses the document; what became of tracked changes; the fonts.

    Nothing is written for too many pages.
    """
    try:
        document = load(desktop, source, source_filter)
        changes = "none"
        if document is not None and has_changes(document):
            document.close(True)
            document = load(desktop, source, source_filter, ReadOnly=False)
            changes = accept_changes(desktop, document)
        if document is None:
            return 0, changes, None
        try:
            hide_folder(document)
            pages = document.getCurrentController().PageCount
            fonts = None
            if 0 < pages <= most_pages:
                address, values = uno.systemPathToFileUrl(target), properties(FilterName="writer_pdf_Export")
                fonts = desktop.list_fonts(lambda: document.storeToURL(address, values))
            return pages, changes, fonts
        finally:
            document.close(True)
    except DisposedException:
        raise
    except OfficeException:
        return 0, "none", None


def load(desktop, source, source_filter, **changed):
    values = properties(**{**HARMLESS, "FilterName": source_filter, **changed})
    return desktop.load(uno.systemPathToFileUrl(source), values)


def accept_changes(desktop, document):
    """Some documents do not allow it; they show deleted text next to the new."""
    if document is not None:
        desktop.run(document, ".uno:AcceptAllTrackedChanges")
    return "shown" if document is not None and has_changes(document) else "accepted"


def has_changes(document):
    return document.getRedlines().createEnumeration().hasMoreElements()


def hide_folder(document):
    """A document that prints its file name prints the name alone; its folder is ours."""
    for field in document.getTextFields():
        if field.supportsService("com.sun.star.text.TextField.FileName"):
            field.FileFormat = NAME_AND_EXTENSION


def properties(**values):
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


def receive(path, size):
    with open(path, "wb") as file:
        while size > 0:
            chunk = sys.stdin.buffer.read(min(size, 1 << 20))
            if not chunk:
                sys.exit("the document ended early")
            file.write(chunk)
            size -= len(chunk)


def reply(answer):
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
    sys.stdout.buffer.flush()


def send(path):
    with open(path, "rb") as file:
        shutil.copyfileobj(file, sys.stdout.buffer)
    sys.stdout.buffer.flush()


main()
